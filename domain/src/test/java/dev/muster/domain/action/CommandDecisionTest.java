package dev.muster.domain.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.CommandDecision.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CommandDecisionTest {

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void everyOutcomeIsATransitionOfTheTableOrARefusalThatNamesTheState(ActionState state) {
    for (Outcome outcome :
        List.of(
            CommandDecision.approve(state, 0),
            CommandDecision.approve(state, 2),
            CommandDecision.reject(state),
            CommandDecision.cancel(state, Optional.empty()),
            CommandDecision.cancel(state, Optional.of(Instant.EPOCH)))) {
      switch (outcome) {
        case Outcome.Becomes(ActionState next, String why) ->
            assertThat(state.mayBecome(next)).as("%s to %s: %s", state, next, why).isTrue();
        case Outcome.AskAgent ask ->
            assertThat(state.isOnAgent() || state == ActionState.PENDING_SCHEDULE).isTrue();
        case Outcome.Refused(String reason) -> assertThat(reason).contains(state.name());
      }
    }
  }
}
