package dev.muster.domain.shown;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ShortenedTest {

  @Test
  void leavesAloneWhatFits() {
    assertThat(Shortened.to(5, "12345")).isEqualTo("12345");
    assertThat(Shortened.toBytes(9, "äöü€")).isEqualTo("äöü€");
  }

  @Test
  void isAsLongAsItMayBeWithItsEllipsis() {
    assertThat(Shortened.to(5, "123456")).isEqualTo("1234…");
  }

  @Test
  void splitsNoCharacterThatTakesTwo() {
    assertThat(Shortened.to(4, "12😀45")).isEqualTo("12…");
    assertThat(Shortened.to(5, "12😀456")).isEqualTo("12😀…");
  }

  @Test
  void staysWithinItsBytes() {
    String cut = Shortened.toBytes(30, "€😀".repeat(50));
    assertThat(cut).startsWith("€😀").endsWith("…");
    assertThat(cut.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(30);
    assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(cut)).isTrue();
  }
}
