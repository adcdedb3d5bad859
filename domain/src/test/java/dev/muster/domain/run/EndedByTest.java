package dev.muster.domain.run;

import static dev.muster.domain.run.Runs.no;
import static dev.muster.domain.run.Runs.run;
import static dev.muster.domain.run.Runs.yes;
import static dev.muster.domain.simulation.Plans.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.simulation.Plans;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class EndedByTest {

  private static Plans guarded() {
    return stage("rest", 2).approval(1, Duration.ofHours(24));
  }

  @Test
  void cancelIsOfThePersonWhoCancelled() {
    RunSituation over = run().completed("canary").cancelled().view(ProgressState.CANCELLED);
    assertThat(EndedBy.cancel(over, "bruno")).isTrue();
    assertThat(EndedBy.cancel(over, "carla")).isFalse();
    assertThat(EndedBy.rejection(over, "bruno")).as("he cancelled").isFalse();
  }

  @Test
  void cancelThatCameTooLateEndedNothing() {
    Runs cancelled = run().completed("canary").cancelled();
    assertThat(EndedBy.cancel(cancelled.view(ProgressState.APPLY_FAILED), "bruno")).isFalse();
    assertThat(EndedBy.cancel(cancelled.view(ProgressState.SCHEDULABLE), "bruno")).isFalse();
  }

  @Test
  void cancelOfARunThatNobodyCancelledIsNobodys() {
    RunSituation over = run().waiting(guarded()).asked().view(ProgressState.CANCELLED);
    assertThat(EndedBy.cancel(over, "bruno")).isFalse();
  }

  @Test
  void rejectionIsOfThePersonWhoRejected() {
    Runs rejected = run().completed("canary").waiting(guarded()).asked(yes("carla"), no("dora"));
    RunSituation over = rejected.view(ProgressState.CANCELLED);
    assertThat(EndedBy.rejection(over, "dora")).isTrue();
    assertThat(EndedBy.rejection(over, "carla")).as("she approved").isFalse();
    assertThat(EndedBy.cancel(over, "dora")).as("she rejected").isFalse();
  }

  @Test
  void rejectionOfARunThatGoesOnEndedNothing() {
    RunSituation open = run().waiting(guarded()).asked(no("dora")).view(ProgressState.SCHEDULABLE);
    assertThat(EndedBy.rejection(open, "dora")).isFalse();
  }
}
