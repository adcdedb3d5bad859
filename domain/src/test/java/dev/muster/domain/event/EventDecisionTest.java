package dev.muster.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.event.EventDecision.Shape;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EventDecisionTest {

  @Test
  void successIsAStartAndAnEnd() {
    assertThat(of(ActionState.PENDING_SCHEDULE, ActionState.RUNNING))
        .isEqualTo(new Shape(EventPhase.START, EventLevel.INFO));
    assertThat(of(ActionState.RUNNING, ActionState.DONE))
        .isEqualTo(new Shape(EventPhase.END, EventLevel.INFO));
  }

  @Test
  void failureIsAnError() {
    assertThat(of(ActionState.RUNNING, ActionState.FAILED))
        .isEqualTo(of(ActionState.RUNNING, ActionState.LOST))
        .isEqualTo(new Shape(EventPhase.ERROR, EventLevel.ERROR));
  }

  @Test
  void aRetryAndACancelAreWarnings() {
    assertThat(of(ActionState.RUNNING, ActionState.PENDING_SCHEDULE))
        .isEqualTo(new Shape(EventPhase.RETRY, EventLevel.WARNING));
    assertThat(of(ActionState.RUNNING, ActionState.CANCELLED))
        .isEqualTo(new Shape(EventPhase.END, EventLevel.WARNING));
  }

  @Test
  void whatHappensMeanwhileIsOnlyForWhoSearchesAFault() {
    assertThat(of(ActionState.SUSPENDED, ActionState.RUNNING).level())
        .isEqualTo(of(ActionState.RUNNING, ActionState.RUNNING).level())
        .isEqualTo(of(ActionState.WAITING, ActionState.PENDING_SCHEDULE).level())
        .isEqualTo(EventDecision.of(Optional.empty(), ActionState.PENDING_SCHEDULE).level())
        .isEqualTo(EventLevel.DEBUG);
  }

  @Test
  void aBeginThatNobodySawIsImpliedByTheEndAlone() {
    assertThat(Arrays.stream(ActionState.values()))
        .filteredOn(from -> EventDecision.mayHaveBegun(Optional.of(from), ActionState.DONE))
        .containsExactly(
            ActionState.PENDING_APPROVE,
            ActionState.WAITING,
            ActionState.WAITING_LIFECYCLE_COMPLETION,
            ActionState.PENDING_SCHEDULE,
            ActionState.NEW);
    assertThat(EventDecision.mayHaveBegun(Optional.empty(), ActionState.DONE))
        .as("found on an agent when it was over")
        .isTrue();
    assertThat(EventDecision.mayHaveBegun(Optional.of(ActionState.NEW), ActionState.RUNNING))
        .isFalse();
  }

  private static Shape of(ActionState from, ActionState to) {
    return EventDecision.of(Optional.of(from), to);
  }
}
