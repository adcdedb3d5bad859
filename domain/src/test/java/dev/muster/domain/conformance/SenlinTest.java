package dev.muster.domain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.CommandDecision;
import dev.muster.domain.action.CommandDecision.Outcome;
import dev.muster.domain.action.Dependencies;
import dev.muster.domain.action.Dependencies.Dependency;
import dev.muster.domain.action.Dependencies.Standing;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** OpenStack Senlin's action engine; the names are those of docs/conformance/senlin.md. */
class SenlinTest {

  private static final ActionId A = ActionId.derived("a");
  private static final ActionId B = ActionId.derived("b");

  private static Standing judge(ActionState a, ActionState b) {
    return Dependencies.judge(
        List.of(new Dependency(A, Optional.of(a)), new Dependency(B, Optional.of(b))));
  }

  @Test
  void dep3GoesOnWhenTheLastDependencySucceeded() {
    assertThat(judge(ActionState.RUNNING, ActionState.NEW))
        .isEqualTo(new Standing.Waits(List.of(A, B)));
    assertThat(judge(ActionState.DONE, ActionState.RUNNING))
        .isEqualTo(new Standing.Waits(List.of(B)));
    assertThat(judge(ActionState.DONE, ActionState.DONE)).isEqualTo(new Standing.Met());
    assertThat(ActionState.WAITING.mayBecome(ActionState.PENDING_SCHEDULE)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "LOST"})
  void dep4AFailedDependencyEndsTheDependentAndSaysWhich(ActionState state) {
    assertThat(judge(ActionState.RUNNING, state))
        .isEqualTo(
            new Standing.Broken(
                B, "action %s, which must succeed first, is %s".formatted(B, state)));
  }

  @Test
  void dep6ACancelledDependencyCancelsTheDependent() {
    assertThat(judge(ActionState.CANCELLED, ActionState.DONE)).isInstanceOf(Standing.Broken.class);
  }

  @Test
  void dep7LeavingBeginsOnlyAfterJoiningSucceeded() {
    assertThat(Dependencies.judge(List.of(new Dependency(A, Optional.of(ActionState.RUNNING)))))
        .isEqualTo(new Standing.Waits(List.of(A)));
    assertThat(Dependencies.judge(List.of(new Dependency(A, Optional.of(ActionState.DONE)))))
        .isEqualTo(new Standing.Met());
  }

  @ParameterizedTest
  @EnumSource(names = {"PENDING_APPROVE", "WAITING"})
  void run1WhatNobodyBeganIsCancelledAtOnce(ActionState state) {
    assertThat(CommandDecision.cancel(state, Optional.empty(), AgentProtocol.MUSTER_AGENT_V1))
        .isEqualTo(new Outcome.Becomes(ActionState.CANCELLED, "cancelled before it was scheduled"));
  }

  @Test
  void run1AnActionThatWasNotSentIsNeverExecuted() {
    assertThat(
            CommandDecision.cancel(
                ActionState.PENDING_SCHEDULE, Optional.empty(), AgentProtocol.MUSTER_AGENT_V1))
        .isEqualTo(new Outcome.Becomes(ActionState.CANCELLED, "cancelled before it was sent"));
    assertThat(
            CommandDecision.cancel(
                ActionState.PENDING_SCHEDULE,
                Optional.of(Instant.EPOCH),
                AgentProtocol.MUSTER_AGENT_V1))
        .isEqualTo(new Outcome.AskAgent(Signal.CANCEL));
  }

  @ParameterizedTest
  @EnumSource(names = {"NEW", "RUNNING", "SUSPENDED"})
  void cancel1WhatTheAgentHasIsCancelledByTheAgent(ActionState state) {
    assertThat(
            CommandDecision.cancel(
                state, Optional.of(Instant.EPOCH), AgentProtocol.MUSTER_AGENT_V1))
        .isEqualTo(new Outcome.AskAgent(Signal.CANCEL));
  }

  @ParameterizedTest
  @EnumSource(names = {"DONE", "FAILED", "CANCELLED", "LOST"})
  void cancel3WhatIsFinalIsImmutable(ActionState state) {
    assertThat(CommandDecision.cancel(state, Optional.empty(), AgentProtocol.MUSTER_AGENT_V1))
        .isEqualTo(
            new Outcome.Refused(
                "the action is %s and can only be cancelled in an unfinished state"
                    .formatted(state)));
  }
}
