package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.T0;
import static dev.muster.domain.autopilot.AutopilotScene.airgap;
import static dev.muster.domain.autopilot.AutopilotScene.cluster;
import static dev.muster.domain.autopilot.AutopilotScene.controller;
import static dev.muster.domain.autopilot.AutopilotScene.controllers;
import static dev.muster.domain.autopilot.AutopilotScene.dialect;
import static dev.muster.domain.autopilot.AutopilotScene.hybrid;
import static dev.muster.domain.autopilot.AutopilotScene.k0s;
import static dev.muster.domain.autopilot.AutopilotScene.labelled;
import static dev.muster.domain.autopilot.AutopilotScene.named;
import static dev.muster.domain.autopilot.AutopilotScene.node;
import static dev.muster.domain.autopilot.AutopilotScene.nodes;
import static dev.muster.domain.autopilot.AutopilotScene.plan;
import static dev.muster.domain.autopilot.AutopilotScene.selected;
import static dev.muster.domain.autopilot.AutopilotScene.translate;
import static dev.muster.domain.autopilot.AutopilotScene.without;
import static dev.muster.domain.autopilot.AutopilotScene.worker;
import static dev.muster.domain.autopilot.AutopilotScene.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.PlanTranslation.Translated;
import dev.muster.domain.cluster.AutopilotSettings;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.run.ProgressState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cases 10 and 13 to 21 of the research notes: what NewPlan makes of a plan. */
final class AutopilotNewPlanTest {

  private static final AutopilotPlan BOTH =
      plan(k0s(controllers("controller0") + "," + workers("worker0")));
  private static final PlanContext PAIR = cluster(controller("controller0"), worker("worker0"));
  private static final String BY_OS =
      "'controllers': {%1$s}, 'workers': {%1$s}".formatted(selected("kubernetes.io/os=linux"));

  @Test
  void case10TwoCommandsGetTheIdsZeroAndOneAndThePlanWaits() {
    Translated made = translate(plan(airgap(named("worker0")), k0s(workers("worker0"))), PAIR);

    assertThat(made).isInstanceOf(Translated.Runs.class);
    assertThat(made.status().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(made.status().commands()).extracting(PlanStatus.Command::id).containsExactly(0, 1);
    assertThat(made.status().commands())
        .extracting(PlanStatus.Command::state)
        .containsOnly(ProgressState.SCHEDULABLE_WAIT);
  }

  @Test
  void case13ControllerAndWorkerArePendingSinceTheyWereFound() {
    Translated made = translate(BOTH, PAIR);

    assertThat(made.status().state()).isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(made.status().commands().getFirst().controllers())
        .containsExactly(new PlanStatus.Node("controller0", SignalState.PENDING, T0));
    assertThat(made.status().commands().getFirst().workers())
        .containsExactly(new PlanStatus.Node("worker0", SignalState.PENDING, T0));
  }

  @Test
  void case14WhoIsControllerAndWorkerIsUpdatedAsController() {
    PlanContext cluster = cluster(hybrid("controller0"), worker("worker0"));

    for (AutopilotPlan plan :
        List.of(
            plan(k0s(BY_OS)),
            plan(k0s(controllers("controller0") + "," + workers("controller0", "worker0"))))) {
      PlanStatus.Command command = translate(plan, cluster).status().commands().getFirst();
      assertThat(names(command.controllers())).containsExactly("controller0");
      assertThat(names(command.workers())).containsExactly("worker0");
    }
    PlanStatus.Command images =
        translate(plan(airgap(selected(""))), cluster).status().commands().getFirst();
    assertThat(names(images.workers())).containsExactly("controller0", "worker0");
  }

  @Test
  void case15AMissingNodeEndsThePlanAndTheOthersStayPending() {
    Translated controller = translate(BOTH, cluster(worker("worker0")));
    Translated worker = translate(BOTH, cluster(controller("controller0")));

    ended(
        controller,
        ProgressState.INCOMPLETE_TARGETS,
        "controller0=SignalMissingNode",
        "worker0=SignalPending");
    ended(
        worker,
        ProgressState.INCOMPLETE_TARGETS,
        "controller0=SignalPending",
        "worker0=SignalMissingNode");
    assertThat(controller.status().commands().getFirst().description())
        .isEqualTo("controller0: cluster 'demo' has no such node");
  }

  @Test
  void case15ANodeOfAnotherRoleIsMissingAndTheRoleIsTold() {
    Translated made = translate(plan(k0s(workers("controller0"))), PAIR);

    ended(made, ProgressState.INCOMPLETE_TARGETS, "controller0=SignalMissingNode");
    assertThat(made.status().commands().getFirst().description())
        .isEqualTo("controller0: it is no worker, its role is controller");
  }

  @Test
  void case16ANodeOfAnotherPlatformEndsThePlan() {
    PlanContext controller =
        cluster(node("controller0", "controller", "windows-amd64"), worker("worker0"));
    PlanContext worker = cluster(controller("controller0"), node("worker0", "worker", ""));

    ended(
        translate(BOTH, controller),
        ProgressState.INCOMPLETE_TARGETS,
        "controller0=SignalMissingPlatform",
        "worker0=SignalPending");
    ended(
        translate(BOTH, worker),
        ProgressState.INCOMPLETE_TARGETS,
        "controller0=SignalPending",
        "worker0=SignalMissingPlatform");
    assertThat(translate(BOTH, controller).status().commands().getFirst().description())
        .isEqualTo(
            "controller0: its platform is windows-amd64, and the command has files for linux-amd64");
    assertThat(translate(BOTH, worker).status().commands().getFirst().description())
        .contains("its platform is not known");
  }

  @Test
  void case16InTheSeedsDialectItIsMissingPlatformOfPlanAndCommand() {
    PlanContext cluster =
        cluster(node("controller0", "controller", "windows-amd64"), worker("worker0"));
    PlanStatus status = translate(BOTH, cluster, dialect(Dialect.SEED)).status();

    assertThat(status.state()).isEqualTo(ProgressState.MISSING_PLATFORM);
    assertThat(status.commands().getFirst().state()).isEqualTo(ProgressState.MISSING_PLATFORM);
    assertThat(translate(BOTH, cluster(), dialect(Dialect.SEED)).status().state())
        .isEqualTo(ProgressState.INCOMPLETE_TARGETS);
  }

  @Test
  void case17WhatIsExcludedEndsThePlanRestrictedWithItsNodesListed() {
    for (SignalRole role : SignalRole.values()) {
      Translated made = translate(BOTH, PAIR, without(role));
      ended(made, ProgressState.RESTRICTED, "controller0=SignalPending", "worker0=SignalPending");
      assertThat(made.status().commands().getFirst().description())
          .isEqualTo(
              "%ss are excluded from plans of cluster 'demo', and the command targets 1 of them"
                  .formatted(role.word()));
    }
    assertThat(translate(plan(k0s(workers("worker0"))), PAIR, without(SignalRole.CONTROLLER)))
        .isInstanceOf(Translated.Runs.class);
  }

  @Test
  void case18UpdatesOfImagesEndInTheSameWays() {
    AutopilotPlan plan = plan(airgap(named("worker0")));

    assertThat(nodes(translate(plan, PAIR).status().commands().getFirst()))
        .containsExactly("worker0=SignalPending");
    ended(
        translate(plan, cluster()), ProgressState.INCOMPLETE_TARGETS, "worker0=SignalMissingNode");
    ended(
        translate(plan, cluster(node("worker0", "worker", "linux-arm64"))),
        ProgressState.INCOMPLETE_TARGETS,
        "worker0=SignalMissingPlatform");
    ended(
        translate(plan, PAIR, without(SignalRole.WORKER)),
        ProgressState.RESTRICTED,
        "worker0=SignalPending");
  }

  @Test
  void case19NamedNodesAreAccountedForOneByOneInTheOrderOfTheirNames() {
    AutopilotPlan plan = plan(k0s(workers("worker10", "worker2")));

    assertThat(
            nodes(
                translate(plan, cluster(worker("worker10"), worker("worker2")))
                    .status()
                    .commands()
                    .getFirst()))
        .containsExactly("worker10=SignalPending", "worker2=SignalPending");
    ended(
        translate(plan, cluster(worker("worker2"))),
        ProgressState.INCOMPLETE_TARGETS,
        "worker10=SignalMissingNode",
        "worker2=SignalPending");
  }

  @Test
  void case20ASelectorThatMatchesNobodyIsNoErrorAndTheEmptyOneMatchesAll() {
    PlanContext cluster =
        cluster(worker("w10"), labelled(worker("w2"), "foo", "bar"), controller("c1"));

    assertThat(translate(plan(k0s(by("foo=none"))), cluster)).isInstanceOf(Translated.Idle.class);
    assertThat(found(by("foo=bar"), cluster)).containsExactly("w2");
    assertThat(found(by(""), cluster)).containsExactly("w2", "w10");
    assertThat(found(by("kubernetes.io/hostname in (w10)"), cluster)).containsExactly("w10");
    assertThat(found(by("kubernetes.io/arch=amd64,!foo"), cluster)).containsExactly("w10");
    assertThat(found(by("role=worker"), cluster)).isEmpty();
    assertThat(
            found(
                "'workers': {'discovery': {'selector': {'fields': 'metadata.name!=w2'}}}", cluster))
        .containsExactly("w10");
    assertThat(
            found(
                "'workers': {'discovery': {'selector': {'labels': 'foo', 'fields': 'metadata.name=w10'}}}",
                cluster))
        .isEmpty();
  }

  @Test
  void theFirstCommandThatIsNotFineEndsTheLoopAndTheLaterHaveNoEntry() {
    PlanStatus status =
        translate(
                plan(airgap(named("worker0")), airgap(named("gone")), airgap(named("worker0"))),
                PAIR)
            .status();

    assertThat(status.state()).isEqualTo(ProgressState.INCOMPLETE_TARGETS);
    assertThat(status.commands()).hasSize(2);
  }

  @Test
  void aRetryKeepsTheTargetsAndWhatIsDoneAndDoesTheRestAgain() {
    AutopilotPlan plan = plan(k0s(by("")), airgap(selected("")));
    PlanStatus first = translate(plan, cluster(worker("w1"), worker("w2"))).status();
    PlanStatus.Command command = first.commands().getFirst();
    PlanStatus before =
        new PlanStatus(
            ProgressState.APPLY_FAILED,
            List.of(
                command
                    .in(ProgressState.APPLY_FAILED, "w2: no")
                    .with(
                        List.of(),
                        List.of(
                            command.workers().get(0).in(SignalState.COMPLETED, T0.plusSeconds(5)),
                            command
                                .workers()
                                .get(1)
                                .in(SignalState.APPLY_FAILED, T0.plusSeconds(6)))),
                first.commands().get(1)));

    Translated again =
        PlanTranslation.translate(
            plan,
            cluster(worker("w1"), worker("w2"), worker("w3")),
            AutopilotSettings.DEFAULT,
            Optional.of(before),
            T0.plusSeconds(60));

    assertThat(again.status().commands().getFirst().workers())
        .containsExactly(
            new PlanStatus.Node("w1", SignalState.COMPLETED, T0.plusSeconds(5)),
            new PlanStatus.Node("w2", SignalState.PENDING, T0.plusSeconds(60)));
    assertThat(again.status().commands().getFirst().description()).isEmpty();
    assertThat(stageNodes(again))
        .containsExactly("command-0-workers: w2", "command-1-workers: w1,w2");
  }

  private static List<String> stageNodes(Translated made) {
    return ((Translated.Runs) made)
        .plan().stages().stream()
            .map(stage ->
                stage.plan().name()
                    + ": "
                    + String.join(
                        ",", stage.nodes().stream().map(node -> node.node().value()).toList()))
            .toList();
  }

  private static String by(String labels) {
    return "'workers': {%s}".formatted(selected(labels));
  }

  private static List<String> found(String targets, PlanContext cluster) {
    return names(translate(plan(k0s(targets)), cluster).status().commands().getFirst().workers());
  }

  private static List<String> names(List<PlanStatus.Node> nodes) {
    return nodes.stream().map(PlanStatus.Node::name).toList();
  }

  /** Autopilot leaves the command waiting: only the plan carries the error. */
  private static void ended(Translated made, ProgressState state, String... nodes) {
    assertThat(made).isInstanceOf(Translated.Ended.class);
    assertThat(made.status().state()).isEqualTo(state);
    assertThat(made.status().commands().getLast().state())
        .isEqualTo(ProgressState.SCHEDULABLE_WAIT);
    assertThat(nodes(made.status().commands().getLast())).containsExactly(nodes);
  }
}
