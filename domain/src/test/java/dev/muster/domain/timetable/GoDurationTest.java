package dev.muster.domain.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "2h, PT2H", "1h30m, PT1H30M", "1.5h, PT1H30M", "90m, PT90M", "1h0m0s, PT1H", "24h, PT24H",
    "300ms, PT0.3S", ".5s, PT0.5S", "+3s, PT3S", "0, PT0S", "10us, PT0.00001S",
        "7ns, PT0.000000007S"
  })
  void readsWhatGoReads(String text, Duration duration) {
    assertThat(GoDuration.parse(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "2 h", "h", "-1h", "2hours", "PT2H", "1h 30m", "999999999h"})
  void whatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> GoDuration.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: a duration in Go's units");
  }

  @Test
  void daysAreRefusedWithWhatGoHasInstead() {
    assertThatThrownBy(() -> GoDuration.parse("1d")).hasMessageContaining("a day is 24h");
  }
}
