package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.T0;
import static dev.muster.domain.autopilot.AutopilotScene.airgap;
import static dev.muster.domain.autopilot.AutopilotScene.cluster;
import static dev.muster.domain.autopilot.AutopilotScene.controller;
import static dev.muster.domain.autopilot.AutopilotScene.controllers;
import static dev.muster.domain.autopilot.AutopilotScene.k0s;
import static dev.muster.domain.autopilot.AutopilotScene.named;
import static dev.muster.domain.autopilot.AutopilotScene.plan;
import static dev.muster.domain.autopilot.AutopilotScene.translate;
import static dev.muster.domain.autopilot.AutopilotScene.worker;
import static dev.muster.domain.autopilot.AutopilotScene.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.AutopilotSettings;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.run.ProgressState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whoever watches a plan sees nothing that the machine of the seed document does not do. */
final class PlanSuccessionTest {

  private static final PlanContext NODES =
      cluster(
          controller("c0"),
          controller("c1"),
          controller("c2"),
          worker("w0"),
          worker("w1"),
          worker("w2"),
          worker("w3"),
          worker("w4"));

  private static final List<AutopilotPlan> PLANS =
      List.of(
          plan(k0s(controllers("c0", "c1", "c2") + "," + workers(2, "w0", "w1", "w2", "w3"))),
          plan(airgap(named("w0", "w1")), k0s(controllers("c0") + "," + workers(3, "w0", "w1"))),
          plan(
              k0s(controllers()),
              airgap(named("w0", "w1", "w2", "w3", "w4")),
              k0s(controllers("c0"))),
          plan(k0s(workers("w0"))));

  @Test
  void aShortPlanIsSeenToBeSignalledAndDoneThoughNobodyLookedMeanwhile() {
    AutopilotPlan plan = plan(k0s(controllers("c0")));
    PlanStatus frozen = translate(plan, NODES).status();
    SimulatedRun run = SimulatedRun.of(frozen).open(0);
    run.node("c0").sent(T0.plusSeconds(5)).done();
    run.close(0, ProgressState.COMPLETED).end(ProgressState.COMPLETED, "");
    PlanStatus now = PlanProjection.project(frozen, run.seen(), Dialect.CURRENT);

    List<PlanStatus> path = PlanSuccession.path(Optional.empty(), now, plan);

    assertThat(path)
        .extracting(status ->
            "%s %s %s"
                .formatted(
                    status.state().word(),
                    status.commands().getFirst().state().word(),
                    status.commands().getFirst().controllers().getFirst().state().word()))
        .containsExactly(
            "SchedulableWait SchedulableWait SignalPending",
            "Schedulable Schedulable SignalPending",
            "SchedulableWait SchedulableWait SignalSent",
            "SchedulableWait Completed SignalCompleted",
            "Completed Completed SignalCompleted");
  }

  @Test
  void whatIsShownAlreadyIsNotShownAgainAndWhatIsFinalNeverChanges() {
    AutopilotPlan plan = PLANS.getFirst();
    PlanStatus frozen = translate(plan, NODES).status();

    assertThat(PlanSuccession.path(Optional.of(frozen), frozen, plan)).isEmpty();
    PlanStatus failed =
        new PlanStatus(
            ProgressState.APPLY_FAILED,
            List.of(frozen.commands().getFirst().in(ProgressState.APPLY_FAILED, "w0: no")));
    PlanStatus otherWords =
        new PlanStatus(
            ProgressState.APPLY_FAILED,
            List.of(frozen.commands().getFirst().in(ProgressState.APPLY_FAILED, "w0: never")));
    assertThat(PlanSuccession.path(Optional.of(failed), otherWords, plan)).isEmpty();
  }

  @Test
  void anErrorOfNewPlanComesAtOnce() {
    PlanStatus ended = translate(plan(k0s(workers("gone"))), NODES).status();

    assertThat(PlanSuccession.path(Optional.empty(), ended, plan(k0s(workers("gone")))))
        .containsExactly(ended);
  }

  @Test
  void aRetryStartsOverFromWhatWasDone() {
    AutopilotPlan plan = plan(k0s(workers("w0", "w1")));
    PlanStatus frozen = translate(plan, NODES).status();
    SimulatedRun run = SimulatedRun.of(frozen).open(0);
    run.node("w0").sent(T0.plusSeconds(5)).done();
    run.node("w1").sent(T0.plusSeconds(9)).failed("no");
    run.close(0, ProgressState.APPLY_FAILED).end(ProgressState.APPLY_FAILED, "");
    PlanStatus failed = PlanProjection.project(frozen, run.seen(), Dialect.CURRENT);
    PlanStatus again =
        PlanTranslation.translate(
                plan, NODES, AutopilotSettings.DEFAULT, Optional.of(failed), T0.plusSeconds(60))
            .status();

    assertThat(PlanSuccession.path(Optional.of(failed), again, plan)).containsExactly(again);
    SimulatedRun second = SimulatedRun.of(again).open(0);
    second.node("w1").sent(T0.plusSeconds(70));
    PlanStatus sent = PlanProjection.project(again, second.seen(), Dialect.CURRENT);
    List<PlanStatus> path = PlanSuccession.path(Optional.of(failed), sent, plan);
    assertThat(path)
        .extracting(PlanStatus::state)
        .containsExactly(
            ProgressState.SCHEDULABLE_WAIT,
            ProgressState.SCHEDULABLE,
            ProgressState.SCHEDULABLE_WAIT);
    assertThat(path.getFirst().commands().getFirst().workers().getFirst())
        .isEqualTo(new PlanStatus.Node("w0", SignalState.COMPLETED, T0.plusSeconds(5)));
  }

  @Test
  void whateverARunDoesBetweenTwoLooksEveryStepIsOneThatAutopilotMayTake() {
    Map<ProgressState, Integer> ends = new EnumMap<>(ProgressState.class);
    int checked = 0;
    for (int seed = 0; seed < 4000; seed++) {
      Random random = new Random(seed);
      AutopilotPlan plan = PLANS.get(random.nextInt(PLANS.size()));
      Dialect dialect = random.nextBoolean() ? Dialect.CURRENT : Dialect.SEED;
      PlanStatus frozen = translate(plan, NODES).status();
      RandomWalk walk = new RandomWalk(SimulatedRun.of(frozen), plan, random);
      Optional<PlanStatus> shown = random.nextBoolean() ? Optional.of(frozen) : Optional.empty();
      SeedDiagram diagram = new SeedDiagram(plan, shown, "seed " + seed);
      int between = 1 + random.nextInt(12);
      while (!diagram.isOver()) {
        for (int i = 0; i < between; i++) {
          walk.step();
        }
        PlanStatus now = PlanProjection.project(frozen, walk.run.seen(), dialect);
        List<PlanStatus> path = PlanSuccession.path(diagram.last(), now, plan);
        diagram.check(path, now);
        checked += path.size();
      }
      ends.merge(diagram.last().orElseThrow().state(), 1, Integer::sum);
    }
    assertThat(checked).isGreaterThan(20_000);
    assertThat(ends)
        .containsOnlyKeys(
            ProgressState.COMPLETED,
            ProgressState.APPLY_FAILED,
            ProgressState.INCOMPLETE_TARGETS,
            ProgressState.MISSING_SIGNAL_NODE,
            ProgressState.INCONSISTENT_TARGETS);
    assertThat(new ArrayList<>(ends.values())).allMatch(count -> count > 50);
  }
}
