package dev.muster.domain.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.simulation.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeDecisionTest {

  private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final StagePlan PLAN =
      Plans.stage("rest", 1).step("drain", 2, Duration.ofSeconds(10)).step("restart").at(0);

  private static boolean always(int step) {
    return step >= 0;
  }

  private static Attempt attempt(int step, int number, ActionState state, Cause cause) {
    return new Attempt(
        step, number, state, state.isFinal() ? Optional.of(NOW) : Optional.empty(), cause);
  }

  private static Attempt attempt(int step, int number, ActionState state) {
    return attempt(step, number, state, Cause.NONE);
  }

  private static NodeNext next(Attempt... attempts) {
    return NodeDecision.next(
        PLAN, List.of(attempts), NodeDecisionTest::always, Optional.empty(), NOW);
  }

  private static NodeState ending(NodeNext advance) {
    assertThat(advance).isInstanceOf(NodeNext.Finished.class);
    return ((NodeNext.Finished) advance).state();
  }

  @Test
  void goesThroughTheStepsInOrder() {
    assertThat(next()).isEqualTo(new NodeNext.Start(0, 1, Optional.empty()));
    assertThat(next(attempt(0, 1, ActionState.DONE)))
        .isEqualTo(new NodeNext.Start(1, 1, Optional.empty()));
    assertThat(next(attempt(0, 1, ActionState.DONE), attempt(1, 1, ActionState.DONE)))
        .isEqualTo(new NodeNext.Finished(NodeState.SUCCEEDED, "every step is done"));
  }

  @Test
  void aStepAfterOneThatFailedNeverStarts() {
    for (Cause cause : List.of(Cause.NONE, Cause.TIMED_OUT, Cause.REFUSED)) {
      assertThat(next(attempt(0, 3, ActionState.FAILED, cause)))
          .isInstanceOf(NodeNext.Finished.class);
    }
  }

  @Test
  void doesNotCareInWhichOrderAttemptsAreListed() {
    assertThat(next(attempt(1, 1, ActionState.RUNNING), attempt(0, 1, ActionState.DONE)))
        .isEqualTo(new NodeNext.Busy());
  }

  @ParameterizedTest
  @EnumSource(ActionState.class)
  void waitsForWhatIsUnfinishedAndOnlyForThat(ActionState state) {
    assertThat(next(attempt(0, 1, state)).equals(new NodeNext.Busy())).isEqualTo(!state.isFinal());
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "LOST"})
  void triesAgainAfterTheDelayAsOftenAsTheStepSays(ActionState state) {
    Optional<Instant> later = Optional.of(NOW.plusSeconds(10));
    assertThat(next(attempt(0, 1, state))).isEqualTo(new NodeNext.Start(0, 2, later));
    assertThat(next(attempt(0, 1, state), attempt(0, 2, state)))
        .isEqualTo(new NodeNext.Start(0, 3, later));
    assertThat(ending(next(attempt(0, 2, state), attempt(0, 3, state))))
        .isEqualTo(NodeState.FAILED);
    assertThat(ending(next(attempt(1, 1, state)))).isEqualTo(NodeState.FAILED);
  }

  @Test
  void saysWhichStepFailedAndHow() {
    assertThat(next(attempt(1, 1, ActionState.FAILED)))
        .isEqualTo(new NodeNext.Finished(NodeState.FAILED, "step restart failed"));
    assertThat(next(attempt(0, 3, ActionState.LOST)))
        .isEqualTo(
            new NodeNext.Finished(
                NodeState.FAILED, "step drain was lost at attempt 3; its action says why"));
    assertThat(next(attempt(1, 1, ActionState.FAILED, Cause.TIMED_OUT)))
        .isEqualTo(
            new NodeNext.Finished(NodeState.TIMED_OUT, "step restart took longer than it may"));
  }

  @Test
  void aTimedOutAttemptIsTriedAgainToo() {
    assertThat(next(attempt(0, 1, ActionState.FAILED, Cause.TIMED_OUT)))
        .isInstanceOf(NodeNext.Start.class);
  }

  @Test
  void aRefusedActionIsNotTriedAgain() {
    assertThat(ending(next(attempt(0, 1, ActionState.FAILED, Cause.REFUSED))))
        .isEqualTo(NodeState.FAILED);
  }

  @ParameterizedTest
  @EnumSource(names = {"PENDING_SCHEDULE", "RUNNING", "LOST", "FAILED"})
  void aSilentAgentEndsTheNodeWhateverItsActionIs(ActionState state) {
    assertThat(ending(next(attempt(0, 1, state, Cause.UNREACHABLE))))
        .isEqualTo(NodeState.UNREACHABLE);
  }

  @Test
  void aCancelledActionCancelsTheNode() {
    assertThat(ending(next(attempt(0, 1, ActionState.CANCELLED)))).isEqualTo(NodeState.CANCELLED);
  }

  @Test
  void passesStepsOverThatDoNotApply() {
    assertThat(NodeDecision.next(PLAN, List.of(), step -> step == 1, Optional.empty(), NOW))
        .isEqualTo(new NodeNext.Start(1, 1, Optional.empty()));
    assertThat(
            NodeDecision.next(
                PLAN,
                List.of(attempt(0, 1, ActionState.DONE)),
                step -> false,
                Optional.empty(),
                NOW))
        .isEqualTo(new NodeNext.Finished(NodeState.SUCCEEDED, "every step is done"));
    assertThat(ending(NodeDecision.next(PLAN, List.of(), step -> false, Optional.empty(), NOW)))
        .isEqualTo(NodeState.SKIPPED);
  }

  @Test
  void settlesAfterTheLastStep() {
    StagePlan plan =
        Plans.stage("rest", 1)
            .step("restart")
            .settle(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(5))
            .at(0);
    List<Attempt> done = List.of(attempt(0, 1, ActionState.DONE));
    assertThat(NodeDecision.next(plan, done, NodeDecisionTest::always, Optional.of(NOW), NOW))
        .isEqualTo(new NodeNext.SettleUntil(NOW.plusSeconds(35)));
    assertThat(
            ending(
                NodeDecision.next(
                    plan, done, NodeDecisionTest::always, Optional.of(NOW), NOW.plusSeconds(35))))
        .isEqualTo(NodeState.SUCCEEDED);
    assertThat(
            NodeDecision.next(
                plan, done, NodeDecisionTest::always, Optional.empty(), NOW.plusSeconds(300)))
        .isEqualTo(
            new NodeNext.Finished(
                NodeState.FAILED, "every step is done, but the node did not settle within 5m"));
  }

  @Test
  void aClosedStageStartsNothingAndSaysWhatBecameOfEachNode() {
    assertThat(NodeDecision.close(PLAN, List.of(), "cancelled by anna"))
        .isEqualTo(new NodeNext.Finished(NodeState.CANCELLED, "never started: cancelled by anna"));
    assertThat(NodeDecision.close(PLAN, List.of(attempt(0, 1, ActionState.RUNNING)), "cancelled"))
        .isEqualTo(new NodeNext.Busy());
    assertThat(ending(NodeDecision.close(PLAN, List.of(attempt(0, 1, ActionState.DONE)), "x")))
        .isEqualTo(NodeState.CANCELLED);
    assertThat(ending(NodeDecision.close(PLAN, List.of(attempt(0, 1, ActionState.CANCELLED)), "x")))
        .isEqualTo(NodeState.CANCELLED);
    assertThat(ending(NodeDecision.close(PLAN, List.of(attempt(0, 1, ActionState.FAILED)), "x")))
        .isEqualTo(NodeState.FAILED);
  }
}
