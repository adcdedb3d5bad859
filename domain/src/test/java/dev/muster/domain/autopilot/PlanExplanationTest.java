package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.T0;
import static dev.muster.domain.autopilot.AutopilotScene.cluster;
import static dev.muster.domain.autopilot.AutopilotScene.controller;
import static dev.muster.domain.autopilot.AutopilotScene.controllers;
import static dev.muster.domain.autopilot.AutopilotScene.k0s;
import static dev.muster.domain.autopilot.AutopilotScene.nodes;
import static dev.muster.domain.autopilot.AutopilotScene.plan;
import static dev.muster.domain.autopilot.AutopilotScene.translate;
import static dev.muster.domain.autopilot.AutopilotScene.worker;
import static dev.muster.domain.autopilot.AutopilotScene.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.schedule.WaitReason;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What nobody would know from Autopilot's words alone: who holds a plan, and why it ended. */
final class PlanExplanationTest {

  private static final PlanStatus FROZEN =
      translate(
              plan(k0s(controllers("c0") + "," + workers(2, "w0", "w1", "w2"))),
              cluster(controller("c0"), worker("w0"), worker("w1"), worker("w2")))
          .status();

  private final SimulatedRun run = SimulatedRun.of(FROZEN).open(0);

  @Test
  void nothingIsSaidWhileAllIsWell() {
    assertThat(shown().description()).isEmpty();
  }

  @Test
  void aPausedRunWaitsAndSaysWhoPausedIt() {
    run.pausedBy = Optional.of("ada");
    run.node("c0").waiting(WaitReason.Code.RUN_PAUSED, "paused by ada");

    assertThat(shown().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(shown().description()).startsWith("paused by ada");
  }

  @Test
  void anApprovalIsWaitedForAndTheRunSaysWhoMayGiveIt() {
    run.waves.getFirst().open = false;
    run.waves.getFirst().state = ProgressState.PENDING_APPROVE;
    run.waves.getFirst().reason = "stage command-0-controllers waits for approval: 0 of 1 given";

    assertThat(shown().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(shown().description())
        .isEqualTo("stage command-0-controllers waits for approval: 0 of 1 given");
  }

  @Test
  void aClosedWindowIsSaidWithHowManyWaitForIt() {
    workersTurn();
    for (String name : new String[] {"w0", "w1", "w2"}) {
      run.node(name).waiting(WaitReason.Code.WINDOW_CLOSED, "the next window opens Mon 22:00");
    }

    assertThat(shown().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(shown().description())
        .isEqualTo("w0 and 2 more wait: the next window opens Mon 22:00");
  }

  @Test
  void aNodeInFlightSaysItsPhaseAndWhatHoldsIt() {
    workersTurn();
    run.node("w0").sent(T0);
    run.node("w0")
        .at(
            WaveKey.UPDATE,
            ActionState.RUNNING,
            "Cordoning: evicting default/web-1:\n  disruption budget");
    run.node("w1").waiting(WaitReason.Code.NODE_NOT_UP, "node w1 is NODE_DOWN");
    run.node("w2").waiting(WaitReason.Code.STAGE_AT_LIMIT, "2 of 2");

    assertThat(shown().description())
        .isEqualTo(
            "w0: Cordoning: evicting default/web-1: disruption budget; w1 waits: node w1 is NODE_DOWN");
  }

  @Test
  void aProbeThatIsTriedAgainSaysWhoIsNotReadyAndNobodyIsSignalled() {
    run.node("c0").probing("c2 is not ready: connection refused");

    assertThat(shown().state()).isEqualTo(ProgressState.SCHEDULABLE);
    assertThat(shown().description()).isEqualTo("c0: c2 is not ready: connection refused");
    assertThat(nodes(shown()).getFirst()).isEqualTo("c0=SignalPending");
  }

  @Test
  void inTheSeedsDialectAFailedProbeMakesTargetsInconsistentAndTheNodeStaysPending() {
    run.node("c0").at(WaveKey.PROBE, ActionState.FAILED, "c2 is not ready");
    run.node("c0").failed("step probe failed");
    run.close(0, ProgressState.APPLY_FAILED).end(ProgressState.APPLY_FAILED, "it failed");

    PlanStatus seed = PlanProjection.project(FROZEN, run.seen(), Dialect.SEED);
    assertThat(seed.state()).isEqualTo(ProgressState.INCONSISTENT_TARGETS);
    assertThat(seed.commands().getFirst().state()).isEqualTo(ProgressState.INCONSISTENT_TARGETS);
    assertThat(nodes(seed.commands().getFirst()).getFirst()).isEqualTo("c0=SignalPending");
    assertThat(seed.commands().getFirst().description())
        .isEqualTo("c0: step probe failed: c2 is not ready");
    assertThat(shown().state()).isEqualTo(ProgressState.APPLY_FAILED);
  }

  @Test
  void aNodeThatWentAwayIsMissingInEachDialectsWord() {
    run.node("c0").failed(NodeState.GONE);
    run.close(0, ProgressState.APPLY_FAILED).end(ProgressState.APPLY_FAILED, "it failed");

    assertThat(shown().state()).isEqualTo(ProgressState.INCOMPLETE_TARGETS);
    assertThat(nodes(shown()).getFirst()).isEqualTo("c0=SignalMissingNode");
    assertThat(shown().description()).isEqualTo("c0: the cluster no longer has this node");
    assertThat(PlanProjection.project(FROZEN, run.seen(), Dialect.SEED).state())
        .isEqualTo(ProgressState.MISSING_SIGNAL_NODE);
  }

  @Test
  void aCancelledRunWaitsForWhatIsInFlightAndIsApplyFailedThen() {
    workersTurn();
    run.node("w0").sent(T0);
    run.cancelledBy = Optional.of("ada");
    assertThat(shown().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(shown().description())
        .isEqualTo("cancelled by ada; 1 node ends that is in flight first");

    run.node("w0").at(WaveKey.UPDATE, ActionState.CANCELLED, "stopped while Downloading");
    run.node("w0").in(NodeState.CANCELLED).because("step update was cancelled");
    run.node("w1").in(NodeState.CANCELLED);
    run.node("w2").in(NodeState.CANCELLED);
    run.close(1, ProgressState.CANCELLED).end(ProgressState.CANCELLED, "cancelled by ada");
    assertThat(shown().state()).isEqualTo(ProgressState.APPLY_FAILED);
    assertThat(nodes(shown()))
        .containsExactly(
            "c0=SignalCompleted", "w0=SignalApplyFailed", "w1=SignalPending", "w2=SignalPending");
    assertThat(shown().description())
        .isEqualTo("cancelled by ada; w0: step update was cancelled: stopped while Downloading");
  }

  @Test
  void withinTheBudgetACommandGoesOnAndIsCompletedAndSaysWhoFailed() {
    workersTurn();
    run.node("w0").failed("step update failed");
    assertThat(shown().state()).isEqualTo(ProgressState.SCHEDULABLE);
    assertThat(shown().description()).isEqualTo("w0: step update failed");

    run.node("w1").done();
    run.node("w2").done();
    run.close(1, ProgressState.COMPLETED).end(ProgressState.COMPLETED, "every stage is finished");
    assertThat(shown().state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(nodes(shown()).get(1)).isEqualTo("w0=SignalApplyFailed");
    assertThat(shown().description())
        .isEqualTo("1 node failed, which muster.dev/max-failures allows; w0: step update failed");
  }

  @Test
  void neverNothingWhenNobodyIsInFlightAndNothingElseIsKnown() {
    run.waves.getFirst().open = false;
    run.reason = "the cluster is given to run r-7 alone";

    assertThat(shown().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(shown().description()).isEqualTo("the cluster is given to run r-7 alone");
  }

  @Test
  void noDescriptionIsLongerThanAKilobyteHoweverManyNodesFailed() {
    workersTurn();
    for (String name : new String[] {"w0", "w1", "w2"}) {
      run.node(name).failed("ä".repeat(3000));
    }

    String description = shown().description();
    assertThat(description.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(1000);
    assertThat(description).startsWith("w0: ää").endsWith("…");
  }

  private void workersTurn() {
    run.node("c0").sent(T0).done();
    run.open(1);
  }

  private PlanStatus.Command shown() {
    PlanStatus status = PlanProjection.project(FROZEN, run.seen(), Dialect.CURRENT);
    assertThat(status.state()).isEqualTo(status.commands().getFirst().state());
    return status.commands().getFirst();
  }
}
