package dev.muster.domain.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CronTest {

  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final ZoneId UTC = ZoneId.of("UTC");

  @Test
  void itsTimesAreThoseOfTheZone() {
    assertThat(times("30 2 * * *", BERLIN, "2026-07-01T00:00:00Z", 2))
        .containsExactly("2026-07-01T00:30:00Z", "2026-07-02T00:30:00Z");
    assertThat(times("30 2 * * *", BERLIN, "2026-12-01T00:00:00Z", 1))
        .containsExactly("2026-12-01T01:30:00Z");
  }

  @Test
  void aTimeThatIsNowIsNotTheNextOne() {
    assertThat(times("0 12 * * *", UTC, "2026-11-23T12:00:00Z", 1))
        .containsExactly("2026-11-24T12:00:00Z");
  }

  /** On 29 March 2026 Berlin has no time from 02:00 to 03:00. */
  @Test
  void aLocalTimeThatDoesNotExistIsMovedOnByTheGap() {
    assertThat(times("30 2 * * *", BERLIN, "2026-03-28T12:00:00Z", 2))
        .containsExactly("2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z");
  }

  @Test
  void whatTheGapMovesOntoAnotherOfItsTimesIsDueOnce() {
    assertThat(times("30 2,3 * * *", BERLIN, "2026-03-28T12:00:00Z", 2))
        .containsExactly("2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z");
    assertThat(times("*/30 * * * *", BERLIN, "2026-03-29T00:15:00Z", 4))
        .as("in every half hour of real time once")
        .containsExactly(
            "2026-03-29T00:30:00Z",
            "2026-03-29T01:00:00Z",
            "2026-03-29T01:30:00Z",
            "2026-03-29T02:00:00Z");
  }

  /** On 25 October 2026 Berlin has the time from 02:00 to 03:00 twice. */
  @Test
  void aLocalTimeThatComesTwiceCountsTheFirstTime() {
    assertThat(times("30 2 * * *", BERLIN, "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(times("0 1-3 * * *", BERLIN, "2026-10-24T22:30:00Z", 3))
        .containsExactly("2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z");
  }

  @Test
  void whatIsDueInEveryHourIsDueInTheHourThatComesTwiceToo() {
    assertThat(times("0 * * * *", BERLIN, "2026-10-24T23:30:00Z", 3))
        .containsExactly("2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z");
  }

  /** Samoa had no 30 December 2011 at all. */
  @Test
  void aDayThatDoesNotExistIsMovedOntoTheNextOneAndDueOnce() {
    assertThat(times("0 10 * * *", ZoneId.of("Pacific/Apia"), "2011-12-29T00:00:00Z", 3))
        .containsExactly("2011-12-29T20:00:00Z", "2011-12-30T20:00:00Z", "2011-12-31T20:00:00Z");
  }

  @Test
  void eitherOfTwoRestrictedDaysIsEnough() {
    assertThat(times("0 0 13 * FRI", UTC, "2026-11-01T00:00:00Z", 3))
        .containsExactly("2026-11-06T00:00:00Z", "2026-11-13T00:00:00Z", "2026-11-20T00:00:00Z");
    assertThat(times("0 0 */2 * FRI", UTC, "2026-11-01T00:00:00Z", 2))
        .as("a star restricts nothing by itself")
        .containsExactly("2026-11-13T00:00:00Z", "2026-11-27T00:00:00Z");
  }

  @Test
  void namesRangesStepsAndBothSundaysAreRead() {
    assertThat(times("5-15/5 8 1 jan,JUL *", UTC, "2026-01-02T00:00:00Z", 4))
        .containsExactly(
            "2026-07-01T08:05:00Z",
            "2026-07-01T08:10:00Z",
            "2026-07-01T08:15:00Z",
            "2027-01-01T08:05:00Z");
    assertThat(times("0 0 * * 7", UTC, "2026-11-23T00:00:00Z", 1))
        .isEqualTo(times("0 0 * * SUN", UTC, "2026-11-23T00:00:00Z", 1))
        .containsExactly("2026-11-29T00:00:00Z");
  }

  @Test
  void theRarestDayIsFound() {
    assertThat(times("0 0 29 2 *", UTC, "2096-03-01T00:00:00Z", 1))
        .as("2100 is no leap year")
        .containsExactly("2104-02-29T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 8",
        "5/10 * * * *",
        "*/0 * * * *",
        "10-5 * * * *",
        "1,,2 * * * *",
        "* * * FOO *",
        "0 0 31 2 *",
        "0 0 31 4,6,9,11 *",
        "@daily"
      })
  void whatStandsForNoTimeIsRefused(String text) {
    assertThatThrownBy(() -> new Cron(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cron: ")
        .hasMessageContaining("expected");
  }

  /** Against a clock that looks at every minute on the wall. */
  @Test
  void itFindsWhatAClockThatLooksAtEveryMinuteFinds() {
    Random random = new Random(53);
    for (int i = 0; i < 200; i++) {
      int minute = random.nextInt(60);
      int hour = random.nextInt(24);
      int weekday = random.nextInt(7);
      Instant after =
          Instant.parse("2026-11-23T00:00:00Z")
              .plus(Duration.ofMinutes(random.nextInt(60 * 24 * 60)));
      Instant found = after.plus(Duration.ofMinutes(1));
      while (!fits(found.atZone(UTC), minute, hour, weekday)) {
        found = found.plus(Duration.ofMinutes(1));
      }
      Cron cron = new Cron("%d %d * * %d".formatted(minute, hour, weekday));
      assertThat(cron.next(after, UTC)).as("%s after %s", cron, after).contains(found);
    }
  }

  private static boolean fits(ZonedDateTime time, int minute, int hour, int weekday) {
    return time.getMinute() == minute
        && time.getHour() == hour
        && time.getDayOfWeek().getValue() % 7 == weekday;
  }

  private static List<String> times(String cron, ZoneId zone, String after, int count) {
    List<String> times = new ArrayList<>();
    Instant last = Instant.parse(after);
    while (times.size() < count) {
      last = new Cron(cron).next(last, zone).orElseThrow();
      times.add(last.toString());
    }
    return times;
  }
}
