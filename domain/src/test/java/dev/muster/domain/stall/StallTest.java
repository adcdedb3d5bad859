package dev.muster.domain.stall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StallTest {

  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

  @Test
  void aLoopThatIsNotDueYetIsWell() {
    assertThat(signs(60, Optional.of(-30), Optional.empty()).stall(NOW)).isEmpty();
  }

  @Test
  void aLoopStandsStillTenSecondsAfterItsNextCycleWasDue() {
    assertThat(signs(60, Optional.of(9), Optional.empty()).stall(NOW)).isEmpty();
    Stall stall = signs(60, Optional.of(10), Optional.empty()).stall(NOW).orElseThrow();
    assertThat(stall.since()).isEqualTo(NOW.minusSeconds(10));
    assertThat(stall.remedy()).isEqualTo(Stall.Remedy.RESTART);
    assertThat(stall.text())
        .isEqualTo(
            "stands still since 2026-11-22T09:59:50Z: its next cycle is overdue; a worker starts it"
                + " again");
  }

  @Test
  void aLoopThatHasNotLookedAtAnActionForTenSecondsStandsStillThoughItIsNotDue() {
    Stall stall = signs(60, Optional.of(-30), Optional.of(11)).stall(NOW).orElseThrow();
    assertThat(stall.since()).isEqualTo(NOW.minusSeconds(11));
    assertThat(stall.why()).contains("no cycle has looked at them");
    assertThat(signs(60, Optional.of(-30), Optional.of(9)).stall(NOW)).isEmpty();
  }

  @Test
  void aCycleThatIsInHandIsLifeHoweverLateTheNextOneIs() {
    assertThat(signs(3, Optional.of(300), Optional.of(200)).stall(NOW)).isEmpty();
  }

  @Test
  void aLoopWhoseCyclesFailSaysWhyAndIsLeftToTryAgain() {
    LoopSigns failing =
        new LoopSigns(
            new ClusterName("prod"),
            NOW.minusSeconds(5),
            Optional.of(NOW.minusSeconds(60)),
            Optional.empty(),
            Optional.of("no such column"));
    Stall stall = failing.stall(NOW).orElseThrow();
    assertThat(stall.why()).isEqualTo("its cycles fail: no such column");
    assertThat(stall.remedy()).isEqualTo(Stall.Remedy.WAIT);
    assertThat(failing.stall(NOW.plusSeconds(40)).orElseThrow().remedy())
        .isEqualTo(Stall.Remedy.RESTART);
  }

  @Test
  void anOpenRunStandsStillTenSecondsAfterItWasDue() {
    Instant due = NOW.minusSeconds(10);
    assertThat(Stall.ofRun(ProgressState.SCHEDULABLE_WAIT, due, NOW.minusMillis(1))).isEmpty();
    assertThat(Stall.ofRun(ProgressState.SCHEDULABLE_WAIT, due, NOW).orElseThrow().text())
        .contains("it is not being advanced");
    assertThat(Stall.ofRun(ProgressState.COMPLETED, due, NOW)).isEmpty();
  }

  /** Seconds ago; a negative number lies ahead. */
  private static LoopSigns signs(int sign, Optional<Integer> due, Optional<Integer> unjudged) {
    return new LoopSigns(
        new ClusterName("prod"),
        NOW.minusSeconds(sign),
        due.map(NOW::minusSeconds),
        unjudged.map(NOW::minusSeconds),
        Optional.empty());
  }
}
