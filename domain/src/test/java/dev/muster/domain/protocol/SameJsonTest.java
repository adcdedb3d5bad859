package dev.muster.domain.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SameJsonTest {

  @Test
  void numbersAreTheSameHoweverTheyAreWritten() {
    assertThat(same("{\"a\": [1e3, 1.0], \"b\": 2}", "{\"b\": 2.00, \"a\": [1000, 1]}")).isTrue();
    assertThat(same("{\"a\": 1}", "{\"a\": 2}")).isFalse();
    assertThat(same("{\"a\": 1}", "{\"a\": \"1\"}")).isFalse();
  }

  private static boolean same(String left, String right) {
    return SameJson.same(WireFormat.JSON.readTree(left), WireFormat.JSON.readTree(right));
  }
}
