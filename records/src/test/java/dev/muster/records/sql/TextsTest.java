package dev.muster.records.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextsTest {

  @Test
  void characterZeroIsReplacedWhereverItStands() {
    assertThat(Texts.clean("a\0b")).isEqualTo("a\uFFFDb");
    assertThat(Texts.json(Map.of("k\0", List.of("v\0", 1, true))))
        .isEqualTo("{\"k\uFFFD\":[\"v\uFFFD\",1,true]}");
  }

  @Test
  void aBackslashBeforeTheSameLettersIsNoCharacterZero() {
    assertThat(Texts.json(Map.of("k", "\\u0000"))).isEqualTo("{\"k\":\"\\\\u0000\"}");
  }

  @Test
  void numbersAreTheSameHoweverTheyAreWritten() {
    assertThat(same("{\"a\": [1e3, 1.0], \"b\": 2}", "{\"b\": 2.00, \"a\": [1000, 1]}")).isTrue();
    assertThat(same("{\"a\": 1}", "{\"a\": 2}")).isFalse();
    assertThat(same("{\"a\": 1}", "{\"a\": \"1\"}")).isFalse();
  }

  private static boolean same(String left, String right) {
    return Texts.isSameJson(WireFormat.JSON.readTree(left), WireFormat.JSON.readTree(right));
  }
}
