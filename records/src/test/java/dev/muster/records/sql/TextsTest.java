package dev.muster.records.sql;

import static org.assertj.core.api.Assertions.assertThat;

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
}
