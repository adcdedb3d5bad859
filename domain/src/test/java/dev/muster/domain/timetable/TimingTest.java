package dev.muster.domain.timetable;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people say of a timing, and whether they say it again. */
final class TimingTest {

  private static final Instant T0 = Instant.parse("2026-11-23T02:30:00Z");
  private static final Timing DAILY = new Timing.AtInterval(Duration.ofDays(1), T0);

  @Test
  void whatIsSaidOfATimingStandsForIt() {
    List<Timing> timings =
        List.of(
            DAILY,
            new Timing.Once(T0.plusSeconds(1)),
            new Timing.OfCalendar(new Cron("30 2 * * *"), ZoneId.of("Europe/Berlin")));
    for (Timing timing : timings) {
      assertThat(timing.said().timing(T0.minusSeconds(1))).isEqualTo(timing);
    }
  }

  @Test
  void anIntervalKeepsItsFirstTimeUnlessSomebodySaysAnother() {
    Timing later = new Timing.AtInterval(Duration.ofDays(1), T0.plusSeconds(60));
    assertThat(DAILY.isAskedBy(later, Optional.empty())).isTrue();
    assertThat(DAILY.isAskedBy(later, Optional.of(T0.plusSeconds(60)))).isFalse();
    assertThat(DAILY.isAskedBy(DAILY, Optional.of(T0))).isTrue();
  }

  @Test
  void anotherIntervalTimeOrCalendarIsAnother() {
    Timing hourly = new Timing.AtInterval(Duration.ofHours(1), T0);
    assertThat(DAILY.isAskedBy(hourly, Optional.empty())).isFalse();
    assertThat(new Timing.Once(T0).isAskedBy(new Timing.Once(T0.plusSeconds(1)), Optional.of(T0)))
        .isFalse();
    assertThat(DAILY.isAskedBy(new Timing.Once(T0), Optional.of(T0))).isFalse();
  }
}
