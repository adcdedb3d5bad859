package dev.muster.agent.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationTextTest {

  @ParameterizedTest
  @CsvSource({"250ms, PT0.25S", "10s, PT10S", "1h30m, PT1H30M", "2d, PT48H", "1m500ms, PT1M0.5S"})
  void readsWhatPeopleWrite(String text, Duration duration) {
    assertThat(DurationText.parse(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "s", "-1s", "1s1m", "1.5s", "99999999999s", " 1s"})
  void takesNothingElse(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }

  @Test
  void printsShortly() {
    assertThat(DurationText.print(Duration.ofMillis(250))).isEqualTo("250ms");
    assertThat(DurationText.print(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(DurationText.print(Duration.ofMillis(1500))).isEqualTo("1.500s");
  }
}
