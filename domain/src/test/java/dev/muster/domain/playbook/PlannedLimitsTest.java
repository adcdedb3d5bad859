package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.cluster;
import static dev.muster.domain.playbook.PlaybookTexts.node;
import static dev.muster.domain.playbook.PlaybookTexts.nodes;
import static dev.muster.domain.playbook.PlaybookTexts.plan;
import static dev.muster.domain.playbook.PlaybookTexts.refusal;
import static dev.muster.domain.playbook.PlaybookTexts.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StageRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PlannedLimitsTest {

  @Test
  void percentagesBecomeNumbersOfTheNodesAsFrozen() {
    StageRules rules =
        plan(
                stage(
                    "batches: [1, \"10%\", \"30%\"]",
                    "maxFailures: \"10%\"", "minHealthy: \"60%\""),
                "{}",
                cluster(25))
            .stages()
            .getFirst()
            .plan()
            .rules();

    assertThat(rules.batches()).containsExactly(1, 2, 7, 7, 7, 1);
    assertThat(rules.maxFailures()).isEqualTo(2);
    assertThat(rules.minHealthy()).isEqualTo(15);
    assertThat(rules.concurrency()).isEqualTo(25);
  }

  @Test
  void everyNodeHasItsBatch() {
    RunPlan plan = plan(stage("batches: [1, 2]"), "{}", cluster(6));

    assertThat(plan.stages().getFirst().nodes())
        .extracting(PlannedNode::batch)
        .containsExactly(0, 1, 1, 2, 2, 3);
  }

  @Test
  void whatIsNotSaidIsTheSafeChoice() {
    StagePlan stage = plan(stage(), "{}", cluster(5)).stages().getFirst().plan();

    assertThat(stage.rules().concurrency()).isEqualTo(1);
    assertThat(stage.rules().maxFailures()).isZero();
    assertThat(stage.rules().batches()).isEmpty();
    assertThat(stage.onFailure()).isEqualTo(StagePlan.OnFailure.STOP);
    assertThat(stage.steps().getFirst().timeout()).isEqualTo(Duration.ofMinutes(10));
    assertThat(stage.steps().getFirst().retries()).isZero();
  }

  @Test
  void defaultsServeEveryStepThatSaysNothingElse() {
    String text =
        stage("steps: [{name: a, action: test.ping}, {name: b, action: test.ping, timeout: 5s}]")
            .replace("stages:", "defaults: {timeout: 3m, retries: {max: 2, delay: 1s}}\nstages:");
    StagePlan stage = plan(text, "{}", cluster(1)).stages().getFirst().plan();

    assertThat(stage.steps().get(0).timeout()).isEqualTo(Duration.ofMinutes(3));
    assertThat(stage.steps().get(1).timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(stage.steps().get(1).retries()).isEqualTo(2);
    assertThat(stage.steps().get(1).retryDelay()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void limitsMayBeExpressionsOverParameters() {
    String text =
        stage(
                "concurrency: \"${params.n * 2}\"",
                "settle: {wait: \"${params.wait}\", stable: 5s}",
                "targets: {select: \"zone=${params.zone}\"}")
            .replace(
                "stages:",
                "params: {n: {type: integer, default: 2}, wait: {default: 1s}, zone: {default: a}}\n"
                    + "stages:");
    StageRules rules =
        plan(text, "{'n': 3}", cluster(node("a", Map.of("zone", "a")), node("b", Map.of())))
            .stages()
            .getFirst()
            .plan()
            .rules();

    assertThat(rules.targets()).isEqualTo(1);
    assertThat(rules.concurrency()).isEqualTo(6);
    assertThat(rules.settle())
        .contains(
            new SettleRule(
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofMinutes(5).plusSeconds(6)));
  }

  @Test
  void anExpressionThatGivesNoLimitRefusesThePlan() {
    String text =
        stage("concurrency: \"${params.n}\"").replace("stages:", "params: {n: {}}\nstages:");

    Planning.Refused refused = refusal(text, "{'n': 'lots'}", cluster(2));

    assertThat(refused.state()).isEqualTo(ProgressState.NEW_PLAN);
    assertThat(refused.findings())
        .extracting(Finding::path)
        .containsExactly("/stages/0/concurrency");
  }

  @Test
  void aStageThatCouldNeverTakeANodeIsRefused() {
    Planning.Refused refused = refusal(stage("minHealthy: \"100%\""), "{}", cluster(3));

    assertThat(refused.findings().getFirst().message()).contains("none could ever be taken");
  }

  @Test
  void rollbackStagesComeLastAndWithoutNodes() {
    RunPlan plan =
        plan(
            stage("onFailure: rollback", "concurrency: 3")
                + """
                rollback:
                  - name: undo
                    targets: {touched: true}
                    concurrency: "50%"
                    steps: [{name: undo, action: test.ping}]
                """,
            "{}",
            cluster(4));

    StagePlan undo = plan.stages().getLast().plan();
    assertThat(undo.kind()).isEqualTo(StagePlan.Kind.ROLLBACK);
    assertThat(undo.index()).isEqualTo(1);
    assertThat(undo.rules().concurrency()).isEqualTo(2);
    assertThat(plan.stages().getLast().nodes()).isEmpty();
  }

  @Test
  void whateverTheLimitsAreThePlanHoldsTogether() {
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      int count = 1 + random.nextInt(60);
      List<String> shares = new ArrayList<>();
      for (int n = random.nextInt(4); n >= 0; n--) {
        int amount = 1 + random.nextInt(60);
        shares.add(random.nextBoolean() ? "" + amount : "\"" + amount + "%\"");
      }
      PlannedStage stage =
          plan(
                  stage("batches: " + shares, "concurrency: " + shares.getFirst()),
                  "{}",
                  cluster(count))
              .stages()
              .getFirst();
      StageRules rules = stage.plan().rules();

      assertThat(rules.batches().stream().mapToInt(Integer::intValue).sum()).isEqualTo(count);
      assertThat(rules.concurrency()).isPositive();
      assertThat(new HashSet<>(nodes(stage))).hasSize(count);
      for (int batch = 0; batch < rules.batches().size(); batch++) {
        int index = batch;
        assertThat(stage.nodes().stream().filter(node -> node.batch() == index).count())
            .isEqualTo((long) rules.batches().get(batch));
      }
    }
  }

  @Test
  void whateverTheParametersAreThereIsAnAnswer() {
    String text =
        stage(
                "targets: {nodes: \"${params.nodes}\", limit: \"${params.a}\"}",
                "concurrency: \"${params.b}\"",
                "minHealthy: \"${params.c}\"",
                "settle: {wait: \"${params.d}\", timeout: \"${params.e}\"}",
                "steps: [{name: a, action: test.ping, timeout: \"${params.e}\", args: {x: \"${params.f}\"}}]")
            .replace(
                "stages:",
                "params: {nodes: {}, a: {}, b: {}, c: {}, d: {}, e: {}, f: {}}\nstages:");
    String[] values = {
      "1",
      "0",
      "-1",
      "1.5",
      "'10%'",
      "'101%'",
      "'10s'",
      "'-10s'",
      "'PT1M'",
      "null",
      "true",
      "[]",
      "{}",
      "['node-1']",
      "['node-1','node-2']",
      "['x']",
      "[1]",
      "''",
      "'${params.a}'",
      "1e300"
    };
    Playbook playbook = PlaybookTexts.playbook(text);
    Random random = new Random(8);
    int planned = 0;
    for (int i = 0; i < 3_000; i++) {
      List<String> given = new ArrayList<>();
      for (String name : List.of("nodes", "a", "b", "c", "d", "e", "f")) {
        // Often enough one that fits, so that not every plan is refused.
        String fitting =
            switch (name) {
              case "nodes" -> "['node-1','node-2']";
              case "d", "e" -> "'10s'";
              case "c" -> "0";
              default -> "1";
            };
        given.add(
            "'%s': %s"
                .formatted(
                    name, random.nextInt(3) > 0 ? fitting : values[random.nextInt(values.length)]));
      }
      String params = "{" + String.join(",", given) + "}";
      switch (Planner.plan(playbook, PlaybookTexts.json(params), cluster(3))) {
        case Planning.Planned plan -> planned++;
        case Planning.Refused refused -> assertThat(refused.findings()).as(params).isNotEmpty();
      }
    }
    assertThat(planned).isPositive();
  }
}
