package dev.muster.domain.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GoCronTest {

  private static final ZoneId UTC = ZoneId.of("UTC");

  @Test
  void sixStarsAreEverySecond() {
    assertThat(times("* * * * * *", "2026-11-24T10:00:58.5Z", 3))
        .containsExactly("2026-11-24T10:00:59Z", "2026-11-24T10:01:00Z", "2026-11-24T10:01:01Z");
  }

  @Test
  void theFirstFieldIsTheSecond() {
    assertThat(times("15,45 30 2 * * SAT", "2026-11-24T10:00:00Z", 3))
        .containsExactly("2026-11-28T02:30:15Z", "2026-11-28T02:30:45Z", "2026-12-05T02:30:15Z");
  }

  @Test
  void aTimeThatIsNowIsNotTheNextOne() {
    assertThat(times("30 0 12 * * *", "2026-11-24T12:00:30Z", 1))
        .containsExactly("2026-11-25T12:00:30Z");
    assertThat(times("30 0 12 * * *", "2026-11-24T12:00:29.999Z", 1))
        .containsExactly("2026-11-24T12:00:30Z");
  }

  @Test
  void questionMarksAndStepsWithoutAnEndAreTaken() {
    assertThat(times("0 5/20 3 ? * ?", "2026-11-24T00:00:00Z", 4))
        .containsExactly(
            "2026-11-24T03:05:00Z",
            "2026-11-24T03:25:00Z",
            "2026-11-24T03:45:00Z",
            "2026-11-25T03:05:00Z");
    assertThat(times("0 0 0 * * 1/2", "2026-11-21T12:00:00Z", 4))
        .as("Monday, Wednesday and Friday, and not Sunday")
        .containsExactly(
            "2026-11-23T00:00:00Z",
            "2026-11-25T00:00:00Z",
            "2026-11-27T00:00:00Z",
            "2026-11-30T00:00:00Z");
  }

  @Test
  void wordsAreThoseOfTheLibrary() {
    assertThat(times("@hourly", "2026-11-24T10:20:00Z", 2))
        .containsExactly("2026-11-24T11:00:00Z", "2026-11-24T12:00:00Z");
    assertThat(times("@midnight", "2026-11-24T10:20:00Z", 1))
        .isEqualTo(times("@daily", "2026-11-24T10:20:00Z", 1))
        .containsExactly("2026-11-25T00:00:00Z");
    assertThat(times("@weekly", "2026-11-24T10:20:00Z", 1)).containsExactly("2026-11-29T00:00:00Z");
    assertThat(times("@every 1h30m", "2026-11-24T10:20:00.7Z", 2))
        .containsExactly("2026-11-24T11:50:00Z", "2026-11-24T13:20:00Z");
  }

  @Test
  void itsTimesAreThoseOfTheZone() {
    assertThat(
            GoCron.parse("0 30 2 * * *")
                .next(Instant.parse("2026-12-01T00:00:00Z"), ZoneId.of("Europe/Berlin")))
        .contains(Instant.parse("2026-12-01T01:30:00Z"));
  }

  @Test
  void fiveFieldsAreRefusedWithBothThatMayBeMeant() {
    assertThatThrownBy(() -> GoCron.parse("0 3 * * *"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("second, minute, hour, day and month")
        .hasMessageContaining("'0 0 3 * * *'")
        .hasMessageContaining("'0 3 * * * *'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "nonsense", "* * * *", "* * * * * * *", "60 * * * * *", "* * 24 * * *", "* * * * 13 *",
        "0 0 0 31 2 *", "@reboot", "@every", "@every 3", "@every -1h", "@every 0s", "0 0 0 * * FOO"
      })
  void whatIsNoExpressionIsRefusedWithWhatWouldBeRight(String text) {
    assertThatThrownBy(() -> GoCron.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected");
  }

  private static List<String> times(String text, String after, int count) {
    GoCron cron = GoCron.parse(text);
    List<String> times = new ArrayList<>();
    Instant at = Instant.parse(after);
    for (int i = 0; i < count; i++) {
      at = cron.next(at, UTC).orElseThrow();
      times.add(at.toString());
    }
    return times;
  }
}
