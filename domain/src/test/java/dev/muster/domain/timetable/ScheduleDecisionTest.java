package dev.muster.domain.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.timetable.ScheduleNext.Skip;
import dev.muster.domain.timetable.ScheduleNext.Start;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ScheduleDecisionTest {

  private static final Instant DUE = Instant.parse("2026-11-23T02:30:00Z");
  private static final Timing NIGHTLY =
      new Timing.OfCalendar(new Cron("30 2 * * *"), ZoneId.of("UTC"));
  private static final Timing TENS = new Timing.AtInterval(Duration.ofMinutes(10), DUE);
  private static final ActionId LAST = ActionId.derived("last");

  @Test
  void aDueTimeStartsAnActionAndTheNextOneFollows() {
    assertThat(decide(NIGHTLY, Overlap.SKIP, Optional.empty(), DUE.plusMillis(300)))
        .isEqualTo(
            new Start("due at 2026-11-23T02:30:00Z", 0, Optional.of(DUE.plus(Duration.ofDays(1)))));
  }

  @Test
  void nothingStartsWhileTheActionBeforeIsUnfinished() {
    ScheduleNext next = decide(NIGHTLY, Overlap.SKIP, Optional.of(LAST), DUE);
    assertThat(next).isInstanceOf(Skip.class);
    assertThat(((Skip) next).why()).contains(LAST.toString(), "unfinished");
    assertThat(next.next()).contains(DUE.plus(Duration.ofDays(1)));
  }

  @Test
  void oneMoreStartsWhereOverlapIsAllowed() {
    assertThat(decide(NIGHTLY, Overlap.ALLOW, Optional.of(LAST), DUE)).isInstanceOf(Start.class);
  }

  @Test
  void afterADowntimeOneIsMadeUpForAndTheOthersAreCounted() {
    Instant back = DUE.plus(Duration.ofDays(3)).plusSeconds(60);
    ScheduleNext next = decide(NIGHTLY, Overlap.SKIP, Optional.empty(), back);
    assertThat(next.missed()).isEqualTo(3);
    assertThat(next.next()).contains(DUE.plus(Duration.ofDays(4)));
    assertThat(((Start) next).why()).contains("late", "3 due times");
  }

  @Test
  void anIntervalKeepsItsGridAfterADowntime() {
    ScheduleNext next =
        decide(TENS, Overlap.SKIP, Optional.empty(), DUE.plus(Duration.ofMinutes(25)));
    assertThat(next.missed()).isEqualTo(2);
    assertThat(next.next()).contains(DUE.plus(Duration.ofMinutes(30)));
  }

  @Test
  void tenYearsOfMinutesAreNotCountedOneByOne() {
    Timing minutes = new Timing.OfCalendar(new Cron("* * * * *"), ZoneId.of("UTC"));
    assertThat(minutes.passed(DUE, DUE.plus(Duration.ofDays(3650)))).isEqualTo(Timing.MOST_COUNTED);
  }

  @Test
  void whatIsDueOnceIsOverThen() {
    assertThat(decide(new Timing.Once(DUE), Overlap.SKIP, Optional.empty(), DUE).next()).isEmpty();
  }

  @Test
  void theSameDueTimeHasTheSameActionAndAnotherHasAnother() {
    UUID schedule = new UUID(1, 2);
    assertThat(ScheduleDecision.idOf(schedule, DUE))
        .isEqualTo(ScheduleDecision.idOf(schedule, DUE))
        .isNotEqualTo(ScheduleDecision.idOf(schedule, DUE.plusSeconds(1)))
        .isNotEqualTo(ScheduleDecision.idOf(new UUID(1, 3), DUE));
  }

  @Test
  void whatPeopleSayStandsForOneTiming() {
    assertThat(said("30 2 * * *", "UTC", null, null).timing(DUE)).isEqualTo(NIGHTLY);
    assertThat(said("30 2 * * *", null, null, null).timing(DUE)).isEqualTo(NIGHTLY);
    assertThat(said(null, null, Duration.ofMinutes(10), null).timing(DUE))
        .isEqualTo(new Timing.AtInterval(Duration.ofMinutes(10), DUE.plus(Duration.ofMinutes(10))));
    assertThat(said(null, null, Duration.ofMinutes(10), DUE.plusSeconds(5)).timing(DUE))
        .isEqualTo(new Timing.AtInterval(Duration.ofMinutes(10), DUE.plusSeconds(5)));
    assertThat(said(null, null, null, DUE.plusSeconds(5)).timing(DUE))
        .isEqualTo(new Timing.Once(DUE.plusSeconds(5)));
  }

  @Test
  void whatPeopleSayIsRefusedIfItStandsForNothingOrForSeveral() {
    refused(said(null, null, null, null), "cron, every, at");
    refused(said("* * * * *", null, Duration.ofMinutes(1), null), "cron with another one");
    refused(said(null, "UTC", Duration.ofMinutes(1), null), "timezone");
    refused(said("* * * * *", "Mars/Olympus", null, null), "IANA");
    refused(said(null, null, null, DUE), "a time to come");
    refused(said(null, null, Duration.ofMillis(999), null), "every");
  }

  private static void refused(Timing.Said said, String why) {
    assertThatThrownBy(() -> said.timing(DUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static Timing.Said said(
      @org.jspecify.annotations.Nullable String cron,
      @org.jspecify.annotations.Nullable String zone,
      @org.jspecify.annotations.Nullable Duration every,
      @org.jspecify.annotations.Nullable Instant at) {
    return new Timing.Said(
        Optional.ofNullable(cron).map(Cron::new),
        Optional.ofNullable(zone),
        Optional.ofNullable(every),
        Optional.ofNullable(at));
  }

  private static ScheduleNext decide(
      Timing timing, Overlap overlap, Optional<ActionId> unfinished, Instant now) {
    return ScheduleDecision.decide(timing, overlap, DUE, unfinished, now);
  }
}
