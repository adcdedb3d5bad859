package dev.muster.domain.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.CommandDecision.Outcome;
import dev.muster.domain.cluster.AgentProtocol;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
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
            CommandDecision.cancel(state, Optional.empty(), AgentProtocol.MUSTER_AGENT_V1),
            CommandDecision.cancel(
                state, Optional.of(Instant.EPOCH), AgentProtocol.MUSTER_AGENT_V1))) {
      switch (outcome) {
        case Outcome.Becomes(ActionState next, String why) ->
            assertThat(state.mayBecome(next)).as("%s to %s: %s", state, next, why).isTrue();
        case Outcome.AskAgent ask ->
            assertThat(state.isOnAgent() || state == ActionState.PENDING_SCHEDULE).isTrue();
        case Outcome.Refused(String reason) -> assertThat(reason).contains(state.name());
      }
    }
  }

  @Test
  void whatWaitsForApprovalIsApprovedOrRejectedAndNothingElseIs() {
    assertThat(CommandDecision.approve(ActionState.PENDING_APPROVE, 0))
        .isEqualTo(new Outcome.Becomes(ActionState.PENDING_SCHEDULE, "approved"));
    assertThat(CommandDecision.approve(ActionState.PENDING_APPROVE, 2))
        .isEqualTo(
            new Outcome.Becomes(ActionState.WAITING, "approved; 2 others must succeed first"));
    assertThat(CommandDecision.reject(ActionState.PENDING_APPROVE))
        .isEqualTo(new Outcome.Becomes(ActionState.CANCELLED, "rejected"));
    for (ActionState other : EnumSet.complementOf(EnumSet.of(ActionState.PENDING_APPROVE))) {
      assertThat(CommandDecision.approve(other, 0))
          .isEqualTo(
              new Outcome.Refused(
                  "the action is %s and can only be approved in PENDING_APPROVE".formatted(other)));
      assertThat(CommandDecision.reject(other))
          .isEqualTo(
              new Outcome.Refused(
                  "the action is %s and can only be rejected in PENDING_APPROVE".formatted(other)));
    }
  }

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void onlyWhatTheAgentCannotHaveIsCancelledWithoutAskingIt(ActionState state) {
    Outcome outcome =
        CommandDecision.cancel(state, Optional.empty(), AgentProtocol.MUSTER_AGENT_V1);
    if (state.isFinal()) {
      assertThat(outcome)
          .isEqualTo(
              new Outcome.Refused(
                  "the action is %s and can only be cancelled in an unfinished state"
                      .formatted(state)));
    } else if (state.isOnAgent()) {
      assertThat(outcome).isEqualTo(new Outcome.AskAgent(Signal.CANCEL));
    } else {
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Outcome.Becomes.class,
              becomes -> assertThat(becomes.state()).isEqualTo(ActionState.CANCELLED));
    }
  }

  @Test
  void whatAnAgentWithoutCancelMayHaveGoesOnAndTheAnswerSaysSo() {
    for (AgentProtocol other :
        List.of(AgentProtocol.REPLICANTE_V0, AgentProtocol.REPLICANTE_V0_G1)) {
      assertThat(CommandDecision.cancel(ActionState.RUNNING, Optional.of(Instant.EPOCH), other))
          .isInstanceOfSatisfying(
              Outcome.Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .contains("RUNNING", other.id(), "no cancel", "goes on until it ends"));
      assertThat(CommandDecision.cancel(ActionState.PENDING_SCHEDULE, Optional.empty(), other))
          .isInstanceOf(Outcome.Becomes.class);
    }
  }

  @Test
  void whatWasSentIsCancelledByItsAgent() {
    assertThat(
            CommandDecision.cancel(
                ActionState.PENDING_SCHEDULE,
                Optional.of(Instant.EPOCH),
                AgentProtocol.MUSTER_AGENT_V1))
        .isEqualTo(new Outcome.AskAgent(Signal.CANCEL));
  }

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void onlyWhatExecutesIsSuspendedAndOnlyWhatIsSuspendedIsResumed(ActionState state) {
    Outcome suspended = suspend(state, Optional.empty());
    Outcome resumed = resume(state, Optional.empty());

    assertThat(suspended)
        .isEqualTo(
            state == ActionState.RUNNING
                ? new Outcome.AskAgent(Signal.SUSPEND)
                : new Outcome.Refused(
                    "the action is %s and can only be suspended in RUNNING".formatted(state)));
    assertThat(resumed)
        .isEqualTo(
            state == ActionState.SUSPENDED
                ? new Outcome.AskAgent(Signal.RESUME)
                : new Outcome.Refused(
                    "the action is %s and can only be resumed in SUSPENDED".formatted(state)));
  }

  @Test
  void whatWasAskedLastIsTakenBackBeforeItsAgentReportsIt() {
    assertThat(resume(ActionState.RUNNING, Optional.of(Signal.SUSPEND)))
        .isEqualTo(new Outcome.AskAgent(Signal.RESUME));
    assertThat(suspend(ActionState.SUSPENDED, Optional.of(Signal.RESUME)))
        .isEqualTo(new Outcome.AskAgent(Signal.SUSPEND));
  }

  @Test
  void anAgentThatCannotSuspendIsNotAskedTo() {
    for (AgentProtocol other :
        List.of(AgentProtocol.REPLICANTE_V0, AgentProtocol.REPLICANTE_V0_G1)) {
      assertThat(CommandDecision.suspend(ActionState.RUNNING, Optional.empty(), other))
          .isInstanceOfSatisfying(
              Outcome.Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .contains("RUNNING", other.id(), "no suspend and resume"));
    }
  }

  private static Outcome suspend(ActionState state, Optional<Signal> wanted) {
    return CommandDecision.suspend(state, wanted, AgentProtocol.MUSTER_AGENT_V1);
  }

  private static Outcome resume(ActionState state, Optional<Signal> wanted) {
    return CommandDecision.resume(state, wanted, AgentProtocol.MUSTER_AGENT_V1);
  }
}
