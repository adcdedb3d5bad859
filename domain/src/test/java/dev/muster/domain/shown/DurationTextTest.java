package dev.muster.domain.shown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "0s, PT0S",
    "30s, PT30S",
    "10m, PT10M",
    "2m30s, PT2M30S",
    "1h, PT1H",
    "1d12h, PT36H",
    "500ms, PT0.5S",
    "1s500ms, PT1.5S",
    "PT10M, PT10M",
    "P1D, PT24H"
  })
  void readsWhatPeopleWrite(String text, Duration expected) {
    assertThat(DurationText.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "10 m", "m", "-5s", "10x", "1.5h", "PT", "P", "PT-5S", "9999999999s"})
  void refusesEverythingElse(String text) {
    assertThatThrownBy(() -> DurationText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: a duration");
  }

  @Test
  void printsShortly() {
    assertThat(DurationText.print(Duration.ofMillis(250))).isEqualTo("250ms");
    assertThat(DurationText.print(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(DurationText.print(Duration.ofMillis(1500))).isEqualTo("1.500s");
  }
}
