package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.T0;
import static dev.muster.domain.autopilot.AutopilotScene.airgap;
import static dev.muster.domain.autopilot.AutopilotScene.cluster;
import static dev.muster.domain.autopilot.AutopilotScene.controller;
import static dev.muster.domain.autopilot.AutopilotScene.controllers;
import static dev.muster.domain.autopilot.AutopilotScene.k0s;
import static dev.muster.domain.autopilot.AutopilotScene.named;
import static dev.muster.domain.autopilot.AutopilotScene.nodes;
import static dev.muster.domain.autopilot.AutopilotScene.plan;
import static dev.muster.domain.autopilot.AutopilotScene.translate;
import static dev.muster.domain.autopilot.AutopilotScene.worker;
import static dev.muster.domain.autopilot.AutopilotScene.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.schedule.WaitReason;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cases 1 to 5 and 22 to 33 of the research notes: what is shown of a run. */
final class AutopilotStatesTest {

  private static final Instant SENT = T0.plusSeconds(10);
  private static final PlanContext NODES =
      cluster(
          controller("c0"),
          controller("c1"),
          controller("c2"),
          worker("w0"),
          worker("w1"),
          worker("w2"));
  private static final PlanStatus CONTROLLERS = frozen(plan(k0s(controllers("c0", "c1", "c2"))));
  private static final PlanStatus WORKERS = frozen(plan(k0s(workers(2, "w0", "w1", "w2"))));
  private static final PlanStatus ALL =
      frozen(plan(k0s(controllers("c0", "c1", "c2") + "," + workers("w0", "w1", "w2"))));
  private static final PlanStatus TWO = frozen(plan(airgap(named("w0")), k0s(workers("w0"))));

  @Test
  void case01AndCase03ThePlanIsCompletedAfterItsLastCommand() {
    SimulatedRun run = SimulatedRun.of(WORKERS).open(0).close(0, ProgressState.COMPLETED);
    run.waves.getFirst().nodes.forEach(SimulatedRun.One::done);

    PlanStatus first = project(WORKERS, run);
    assertThat(first.commands().getFirst().state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(first.state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);

    run.end(ProgressState.COMPLETED, "every stage is finished");
    assertThat(project(WORKERS, run).state()).isEqualTo(ProgressState.COMPLETED);
  }

  @Test
  void case02OnlyTheFirstCommandThatIsNotCompletedMoves() {
    SimulatedRun run = SimulatedRun.of(TWO).open(0);
    PlanStatus first = project(TWO, run);
    assertThat(first.commands())
        .extracting(PlanStatus.Command::state)
        .containsExactly(ProgressState.SCHEDULABLE, ProgressState.SCHEDULABLE_WAIT);

    run.waves.getFirst().nodes.getFirst().done();
    run.open(1);
    PlanStatus second = project(TWO, run);
    assertThat(second.commands())
        .extracting(PlanStatus.Command::state)
        .containsExactly(ProgressState.COMPLETED, ProgressState.SCHEDULABLE);
    assertThat(second.state()).isEqualTo(ProgressState.SCHEDULABLE);
    assertThat(nodes(second.commands().get(1))).containsExactly("w0=SignalPending");
  }

  @Test
  void case04APlanWithoutCommandsWaitsAndIsThenCompleted() {
    PlanTranslation.Translated made = translate(plan(), NODES);

    assertThat(made).isInstanceOf(PlanTranslation.Translated.Idle.class);
    assertThat(made.status().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(PlanProjection.nothingToDo(made.status()).state())
        .isEqualTo(ProgressState.COMPLETED);
  }

  @Test
  void case22EverybodyDoneIsCompleted() {
    for (PlanStatus frozen : new PlanStatus[] {CONTROLLERS, WORKERS}) {
      SimulatedRun run = SimulatedRun.of(frozen).open(0);
      run.waves.getFirst().nodes.forEach(node -> node.sent(SENT).done());
      run.close(0, ProgressState.COMPLETED);

      assertThat(project(frozen, run).commands().getFirst().state())
          .isEqualTo(ProgressState.COMPLETED);
    }
  }

  @Test
  void case23OneInFlightAndNobodyPendingWaits() {
    SimulatedRun run = SimulatedRun.of(frozen(plan(k0s(controllers("c0", "c1"))))).open(0);
    run.node("c0").sent(SENT).done();
    run.node("c1").sent(SENT);

    PlanStatus status = project(frozen(plan(k0s(controllers("c0", "c1")))), run);
    assertThat(status.state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(nodes(status.commands().getFirst()))
        .containsExactly("c0=SignalCompleted", "c1=SignalSent");
  }

  @Test
  void case24OneDoneAndOnePendingIsSchedulable() {
    SimulatedRun run = SimulatedRun.of(CONTROLLERS).open(0);
    run.node("c0").sent(SENT).done();
    run.node("c1").sent(SENT).done();

    assertThat(project(CONTROLLERS, run).state()).isEqualTo(ProgressState.SCHEDULABLE);
  }

  @Test
  void case25RoomForOneMoreIsSchedulable() {
    SimulatedRun run = SimulatedRun.of(WORKERS).open(0);
    run.node("w0").sent(SENT).done();
    run.node("w2").sent(SENT);
    run.node("w1").step = free();

    assertThat(project(WORKERS, run).state()).isEqualTo(ProgressState.SCHEDULABLE);
  }

  @Test
  void case26WhileAControllerIsInFlightEverybodyElseWaits() {
    SimulatedRun run = SimulatedRun.of(ALL).open(0);
    run.node("c1").sent(SENT);
    run.node("c0").waiting(WaitReason.Code.STAGE_AT_LIMIT, "1 of 1 in work");
    run.node("c2").waiting(WaitReason.Code.STAGE_AT_LIMIT, "1 of 1 in work");

    PlanStatus status = project(ALL, run);
    assertThat(status.state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(status.commands().getFirst().description()).isEmpty();
    assertThat(nodes(status.commands().getFirst()))
        .containsExactly(
            "c0=SignalPending",
            "c1=SignalSent",
            "c2=SignalPending",
            "w0=SignalPending",
            "w1=SignalPending",
            "w2=SignalPending");
  }

  @Test
  void case27WhenTheControllersAreDoneTheWorkersAreSchedulable() {
    SimulatedRun run = SimulatedRun.of(ALL).open(1);
    run.waves.getFirst().nodes.forEach(node -> node.sent(SENT).done());

    assertThat(project(ALL, run).state()).isEqualTo(ProgressState.SCHEDULABLE);
  }

  @Test
  void case28WhatEndedIsCompletedAndKeepsTheTimeOfItsSignal() {
    SimulatedRun run = SimulatedRun.of(TWO).open(0);
    run.node("w0").sent(SENT);
    PlanStatus sent = project(TWO, run);
    run.waves.getFirst().nodes.getFirst().done();
    run.close(0, ProgressState.COMPLETED);
    PlanStatus done = project(TWO, run);

    assertThat(sent.commands().getFirst().workers())
        .containsExactly(new PlanStatus.Node("w0", SignalState.SENT, SENT));
    assertThat(done.commands().getFirst().workers())
        .containsExactly(new PlanStatus.Node("w0", SignalState.COMPLETED, SENT));
    assertThat(done.commands().get(1).workers())
        .containsExactly(new PlanStatus.Node("w0", SignalState.PENDING, T0));
  }

  @Test
  void case29WhatFailedEndsCommandAndPlanAndSaysWhere() {
    for (NodeState how :
        new NodeState[] {NodeState.FAILED, NodeState.TIMED_OUT, NodeState.UNREACHABLE}) {
      SimulatedRun run = SimulatedRun.of(WORKERS).open(0).close(0, ProgressState.APPLY_FAILED);
      run.node("w0").sent(SENT).in(how).because("step update failed");
      run.node("w0").at(WaveKey.UPDATE, ActionState.FAILED, "Downloading: HTTP 404");
      run.node("w1").in(NodeState.CANCELLED);
      run.node("w2").in(NodeState.CANCELLED);
      run.end(ProgressState.APPLY_FAILED, "stage failed");

      PlanStatus status = project(WORKERS, run);
      assertThat(status.state()).isEqualTo(ProgressState.APPLY_FAILED);
      assertThat(status.commands().getFirst().state()).isEqualTo(ProgressState.APPLY_FAILED);
      assertThat(nodes(status.commands().getFirst()))
          .containsExactly("w0=SignalApplyFailed", "w1=SignalPending", "w2=SignalPending");
      assertThat(status.commands().getFirst().description())
          .isEqualTo("w0: step update failed: Downloading: HTTP 404");
    }
  }

  @Test
  void case29DepartsWhileAnotherIsInFlightThePlanWaitsForIt() {
    SimulatedRun run = SimulatedRun.of(WORKERS).open(0);
    run.node("w0").failed("step update failed");
    run.node("w1").sent(SENT);
    run.node("w2").waiting(WaitReason.Code.BUDGET_SPENT, "1 failed, 0 may");

    PlanStatus status = project(WORKERS, run);
    assertThat(status.state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(nodes(status.commands().getFirst()))
        .containsExactly("w0=SignalApplyFailed", "w1=SignalSent", "w2=SignalPending");
    assertThat(status.commands().getFirst().description())
        .isEqualTo("w0: step update failed; w2 waits: 1 failed, 0 may");
  }

  @Test
  void case30And31AnIdThatWasUsedBeforeMeansNothing() {
    AutopilotPlan plan = plan(k0s(workers("w0")));
    PlanStatus again = frozen(plan);

    assertThat(plan.id()).isEqualTo("id123");
    assertThat(project(again, SimulatedRun.of(again).open(0)).state())
        .isEqualTo(ProgressState.SCHEDULABLE);
    assertThat(nodes(again.commands().getFirst())).containsExactly("w0=SignalPending");
  }

  @Test
  void case31TwoCommandsOfTheSameKindBothRun() {
    PlanStatus frozen = frozen(plan(k0s(workers("w0")), k0s(workers("w0"))));
    SimulatedRun run = SimulatedRun.of(frozen);
    run.waves.getFirst().nodes.getFirst().sent(SENT).done();
    run.open(1);

    PlanStatus status = project(frozen, run);
    assertThat(nodes(status.commands().getFirst())).containsExactly("w0=SignalCompleted");
    assertThat(nodes(status.commands().get(1))).containsExactly("w0=SignalPending");
    assertThat(status.state()).isEqualTo(ProgressState.SCHEDULABLE);
  }

  @Test
  void case32ACommandWithoutNodesIsCompletedAndTheNextBegins() {
    PlanStatus frozen = frozen(plan(k0s(controllers()), k0s(workers("w0"))));
    SimulatedRun run = SimulatedRun.of(frozen).open(0);

    assertThat(project(frozen, run).commands())
        .extracting(PlanStatus.Command::state)
        .containsExactly(ProgressState.COMPLETED, ProgressState.SCHEDULABLE);
  }

  @Test
  void case33ASignalIsSentAndThePlanWaits() {
    SimulatedRun run = SimulatedRun.of(CONTROLLERS).open(0);
    run.node("c0").probing("");
    PlanStatus probing = project(CONTROLLERS, run);
    assertThat(probing.state()).isEqualTo(ProgressState.SCHEDULABLE);
    assertThat(nodes(probing.commands().getFirst()).getFirst()).isEqualTo("c0=SignalPending");

    run.node("c0").sent(SENT);
    run.node("c1").waiting(WaitReason.Code.STAGE_AT_LIMIT, "");
    run.node("c2").waiting(WaitReason.Code.STAGE_AT_LIMIT, "");
    PlanStatus sent = project(CONTROLLERS, run);
    assertThat(sent.state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(sent.commands().getFirst().controllers().getFirst())
        .isEqualTo(new PlanStatus.Node("c0", SignalState.SENT, SENT));
  }

  private static Optional<SeenRun.Step> free() {
    return Optional.of(
        new SeenRun.Step(WaveKey.PROBE, ActionState.PENDING_SCHEDULE, Optional.empty(), ""));
  }

  private static PlanStatus frozen(AutopilotPlan plan) {
    return translate(plan, NODES).status();
  }

  private static PlanStatus project(PlanStatus frozen, SimulatedRun run) {
    return PlanProjection.project(frozen, run.seen(), Dialect.CURRENT);
  }
}
