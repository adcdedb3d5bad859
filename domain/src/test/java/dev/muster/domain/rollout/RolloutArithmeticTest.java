package dev.muster.domain.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RolloutArithmeticTest {

  private static List<Integer> sizes(int targets, String... shares) {
    return Batches.sizes(Stream.of(shares).map(Share::parse).toList(), targets);
  }

  @Test
  void batchesAreThoseOfTheSpecification() {
    assertThat(sizes(25, "1", "10%", "30%")).containsExactly(1, 2, 7, 7, 7, 1);
    assertThat(sizes(25, "10%")).hasSize(13).startsWith(2).endsWith(1);
    assertThat(sizes(3, "1%")).containsExactly(1, 1, 1);
    assertThat(sizes(5)).containsExactly(5);
    assertThat(sizes(0, "1")).isEmpty();
    assertThat(sizes(2, "100%")).containsExactly(2);
    assertThat(sizes(4, "0")).containsExactly(1, 1, 1, 1);
  }

  @Test
  void everyNodeHasExactlyOneBatch() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      int targets = random.nextInt(2000);
      List<Integer> sizes = sizes(targets, "" + random.nextInt(9), random.nextInt(101) + "%", "1%");
      assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(targets);
      assertThat(sizes).allMatch(size -> size >= 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"50%,1,0", "99%,2,1", "1%,1,0", "50%,0,0", "100%,1,1", "1,1,1"})
  void aPartOfTheStageThatMustStayUpAlwaysLeavesOneNode(String share, int targets, int healthy) {
    assertThat(Limits.minHealthy(Share.parse(share), targets)).isEqualTo(healthy);
  }

  @ParameterizedTest
  @CsvSource({
    "10%,25,2,3,2",
    "1%,25,0,1,1",
    "60%,5,3,3,3",
    "3,25,3,3,3",
    "100%,7,7,7,7",
    "0,5,0,0,1"
  })
  void percentagesAreRoundedAsStated(String share, int targets, int down, int up, int atLeastOne) {
    assertThat(Share.parse(share).truncated(targets)).isEqualTo(down);
    assertThat(Share.parse(share).roundedUp(targets)).isEqualTo(up);
    assertThat(Limits.concurrency(Share.parse(share), targets)).isEqualTo(atLeastOne);
    assertThat(Limits.maxFailures(Share.parse(share), targets)).isEqualTo(down);
    assertThat(Limits.minHealthy(Share.parse(share), targets)).isEqualTo(up);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "101%", "1.5", "10 %", "%", "12345678901"})
  void saysWhatAShareLooksLike(String text) {
    assertThatThrownBy(() -> Share.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected");
  }

  @Test
  void aShareIsWrittenAsItIsRead() {
    assertThat(Share.percent(10)).hasToString("10%").isEqualTo(Share.parse("10%"));
    assertThat(Share.nodes(2)).hasToString("2").isEqualTo(Share.parse(" 2 "));
  }
}
