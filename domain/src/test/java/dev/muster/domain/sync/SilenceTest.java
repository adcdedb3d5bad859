package dev.muster.domain.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SilenceTest {

  private static final Instant SENT = Instant.parse("2026-03-02T08:00:00Z");
  private static final Instant STARTED = SENT.plusSeconds(10);
  private static final Instant SILENT = SENT.plusSeconds(20);
  private static final Duration AFTER = Duration.ofMinutes(5);
  private static final Optional<Duration> MINUTE = Optional.of(Duration.ofMinutes(1));

  private static Silence judge(Silence.Subject subject, Instant now) {
    return Silence.judge(subject, SILENT, AFTER, now);
  }

  private static Silence.Subject running(Optional<Duration> timeout) {
    return new Silence.Subject(
        ActionState.RUNNING, Optional.of(SENT), Optional.of(STARTED), timeout, true);
  }

  @Test
  void aNodeIsUnreachableExactlyWhenItsTimeIsOver() {
    Instant end = SILENT.plus(AFTER);
    Silence.Subject subject = running(Optional.empty());
    assertThat(judge(subject, end.minusMillis(1)))
        .isEqualTo(new Silence(false, Optional.empty(), Optional.of(end)));
    assertThat(judge(subject, end))
        .isEqualTo(new Silence(true, Optional.empty(), Optional.empty()));
  }

  @Test
  void anActionIsLostWhenItsTimeoutAndTheGraceAreOver() {
    Instant end = STARTED.plusSeconds(60).plus(Silence.GRACE);
    assertThat(judge(running(MINUTE), end.minusMillis(1)))
        .isEqualTo(new Silence(false, Optional.empty(), Optional.of(end)));
    Silence lost = judge(running(MINUTE), end);
    assertThat(lost.lost()).hasValueSatisfying(why -> assertThat(why).contains(SILENT.toString()));
    assertThat(lost.isUnreachable()).isFalse();
    assertThat(lost.reviewAt()).contains(SILENT.plus(AFTER));
  }

  @Test
  void whatWasNotStartedCountsFromWhenItWasSent() {
    Silence.Subject taken =
        new Silence.Subject(ActionState.NEW, Optional.of(SENT), Optional.empty(), MINUTE, true);
    assertThat(judge(taken, SENT.plusSeconds(90)).lost()).isPresent();
    assertThat(judge(taken, SENT.plusSeconds(89)).lost()).isEmpty();
  }

  @Test
  void whatTheAgentMayNotHaveIsNeverLost() {
    Silence.Subject waiting =
        new Silence.Subject(
            ActionState.PENDING_SCHEDULE, Optional.of(SENT), Optional.empty(), MINUTE, true);
    assertThat(judge(waiting, SENT.plus(Duration.ofDays(1))))
        .isEqualTo(new Silence(true, Optional.empty(), Optional.empty()));
  }

  @Test
  void outsideOfAStageOnlyTheActionsOwnTimeCounts() {
    Silence.Subject single =
        new Silence.Subject(
            ActionState.RUNNING, Optional.of(SENT), Optional.of(STARTED), Optional.empty(), false);
    assertThat(judge(single, SENT.plus(Duration.ofDays(1))))
        .isEqualTo(new Silence(false, Optional.empty(), Optional.empty()));
  }
}
