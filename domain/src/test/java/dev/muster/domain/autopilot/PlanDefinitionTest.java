package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.AutopilotScene.airgap;
import static dev.muster.domain.autopilot.AutopilotScene.annotated;
import static dev.muster.domain.autopilot.AutopilotScene.cluster;
import static dev.muster.domain.autopilot.AutopilotScene.controller;
import static dev.muster.domain.autopilot.AutopilotScene.controllers;
import static dev.muster.domain.autopilot.AutopilotScene.dialect;
import static dev.muster.domain.autopilot.AutopilotScene.hybrid;
import static dev.muster.domain.autopilot.AutopilotScene.json;
import static dev.muster.domain.autopilot.AutopilotScene.k0s;
import static dev.muster.domain.autopilot.AutopilotScene.labelled;
import static dev.muster.domain.autopilot.AutopilotScene.named;
import static dev.muster.domain.autopilot.AutopilotScene.object;
import static dev.muster.domain.autopilot.AutopilotScene.plan;
import static dev.muster.domain.autopilot.AutopilotScene.translate;
import static dev.muster.domain.autopilot.AutopilotScene.worker;
import static dev.muster.domain.autopilot.AutopilotScene.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.PlanTranslation.Translated;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.playbook.DocumentReading;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.playbook.PlaybookReader;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an agent and a run are given of a plan. */
final class PlanDefinitionTest {

  private static final PlanContext NODES =
      cluster(
          labelled(controller("c0"), "muster.dev/api-port", "9443"),
          hybrid("c1"),
          worker("w0"),
          worker("w1"),
          worker("w2"));
  private static final String ALL =
      k0s(controllers("c0", "c1") + "," + workers(2, "w0", "w1", "w2"));

  @Test
  void oneStageForEachWaveControllersOneAtATime() {
    List<PlannedStage> stages = stages(plan(airgap(named("w0")), ALL));

    assertThat(stages)
        .extracting(stage -> stage.plan().name() + " " + stage.plan().rules().concurrency())
        .containsExactly("command-0-workers 1", "command-1-controllers 1", "command-1-workers 2");
    assertThat(stages.getFirst().plan().steps())
        .extracting(StepPlan::name)
        .containsExactly("update");
    assertThat(stages.get(1).plan().steps())
        .extracting(StepPlan::name)
        .containsExactly("probe", "update");
    assertThat(stages)
        .allSatisfy(stage -> {
          assertThat(stage.plan().onFailure()).isEqualTo(StagePlan.OnFailure.STOP);
          assertThat(stage.plan().rules().maxFailures()).isZero();
        });
  }

  @Test
  void beforeAControllerAllControllersOfTheCommandAreProbedBeforeAWorkerItself() {
    List<PlannedStage> stages = stages(plan(ALL));
    StepPlan ofControllers = stages.getFirst().plan().steps().getFirst();
    StepPlan ofWorkers = stages.get(1).plan().steps().getFirst();

    assertThat(ofControllers.args())
        .isEqualTo(
            json(
                """
                {'ready': [{'name': 'c0', 'address': 'c0.example.com', 'port': 9443},
                           {'name': 'c1', 'address': 'c1.example.com', 'port': 6443}],
                 'node': false, 'tries': 'until'}\
                """));
    assertThat(ofWorkers.args()).isEqualTo(json("{'ready': [], 'node': true, 'tries': 'until'}"));
    assertThat(ofControllers.timeout()).isEqualTo(Duration.ofDays(30));
    assertThat(ofControllers.kind().value()).isEqualTo("k0s.probe");
  }

  @Test
  void inTheSeedsDialectAProbeIsTriedOnce() {
    Translated made = translate(plan(ALL), NODES, dialect(Dialect.SEED));
    StepPlan probe = ((Translated.Runs) made).plan().stages().getFirst().plan().steps().getFirst();

    assertThat(probe.args().path("tries").stringValue()).isEqualTo("once");
    assertThat(probe.timeout()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void theUpdateHasEveryFileSoThatEachNodeTakesItsOwn() {
    AutopilotPlan plan =
        plan(
            """
            {'k0supdate': {'version': 'v2', 'forceupdate': true, 'platforms': {
               'linux-arm64': {'url': 'https://a/arm', 'sha256': '%s'}, 'linux-amd64': {'url': 'https://a/amd'}},
             'targets': {%s}}}\
            """
                .formatted("ab".repeat(32), workers("w0")),
            airgap(named("w1")));
    List<PlannedStage> stages = stages(plan);

    assertThat(stages.getFirst().plan().steps().get(1).args())
        .isEqualTo(
            json(
                """
                {'version': 'v2', 'platforms': {'linux-amd64': {'url': 'https://a/amd'},
                   'linux-arm64': {'url': 'https://a/arm', 'sha256': '%s'}},
                 'forceupdate': true, 'drain': {}, 'keepCordoned': false}\
                """
                    .formatted("ab".repeat(32))));
    StepPlan images = stages.get(1).plan().steps().getFirst();
    assertThat(images.kind().value()).isEqualTo("k0s.airgap-update");
    assertThat(images.args())
        .isEqualTo(
            json(
                "{'version': 'v1.24.12+k0s.0', 'platforms': {'linux-amd64': {'url': 'https://example.com/bundle'}}}"));
  }

  @Test
  void termsBecomeRulesOfStagesAndArguments() {
    ObjectNode object = object(airgap(named("w0")), ALL);
    ObjectNode annotations = (ObjectNode) object.at("/metadata/annotations");
    annotations
        .put("muster.dev/settle", "30s")
        .put("muster.dev/windows", "Mon-Tue 22:00+6h Europe/Rome")
        .put("muster.dev/batches", "1,50%")
        .put("muster.dev/node-deadline", "1h")
        .put("muster.dev/drain-timeout", "10m")
        .put("muster.dev/drain-grace", "5s")
        .put("muster.dev/keep-cordoned", "true")
        .put("muster.dev/approval", "2 from ada,role:approver")
        .put("muster.dev/max-failures", "40%");
    List<PlannedStage> stages = stages(AutopilotScene.admitted(object));

    assertThat(stages.get(2).plan().rules().batches()).containsExactly(1, 1, 1);
    assertThat(stages.get(2).plan().rules().maxFailures()).isEqualTo(1);
    assertThat(stages.get(1).plan().rules().concurrency()).isEqualTo(1);
    assertThat(stages)
        .extracting(stage -> stage.plan().approval().isPresent())
        .containsExactly(true, true, false);
    assertThat(stages.getFirst().plan().approval().orElseThrow().from())
        .containsExactly("ada", "role:approver");
    assertThat(stages)
        .allSatisfy(stage -> {
          assertThat(stage.plan().rules().windows())
              .hasToString(
                  "[Window[days=[MONDAY, TUESDAY], start=22:00, length=PT6H, timezone=Europe/Rome]]");
          assertThat(stage.plan().rules().settle().orElseThrow().stable())
              .isEqualTo(Duration.ofSeconds(30));
          assertThat(stage.plan().steps())
              .extracting(StepPlan::timeout)
              .containsOnly(Duration.ofHours(1));
        });
    JsonNode update = stages.get(1).plan().steps().get(1).args();
    assertThat(update.path("drain")).isEqualTo(json("{'timeout': '600s', 'grace': '5s'}"));
    assertThat(update.path("keepCordoned").booleanValue()).isTrue();
  }

  @Test
  void whoIsNotDrainedIsNotCordoned() {
    AutopilotPlan plan = AutopilotScene.admitted(annotated("muster.dev/drain", "skip", ALL));

    assertThat(stages(plan).getFirst().plan().steps().get(1).args().path("drain"))
        .isEqualTo(json("{'skip': true}"));
  }

  @Test
  void theDefinitionIsAPlaybookThatPassesEveryCheckAndHasNoExpression() {
    ObjectNode object = object(ALL);
    ((ObjectNode) object.path("metadata")).put("name", "edge.of-" + "x".repeat(54) + "..-.y");
    Translated.Runs runs = (Translated.Runs) translate(AutopilotScene.admitted(object), NODES);

    assertThat(PlaybookReader.read(runs.definition().toString()))
        .isInstanceOf(DocumentReading.Valid.class);
    assertThat(runs.definition().at("/metadata/name").stringValue())
        .isEqualTo("edge-of-" + "x".repeat(54));
    assertThat(runs.definition().toString()).doesNotContain("${");
  }

  @Test
  void aWaveWithoutNodesGetsNoStage() {
    assertThat(stages(plan(k0s(controllers() + "," + workers("w0")))))
        .extracting(stage -> stage.plan().name())
        .containsExactly("command-0-workers");
  }

  private static List<PlannedStage> stages(AutopilotPlan plan) {
    return ((Translated.Runs) translate(plan, NODES)).plan().stages();
  }
}
