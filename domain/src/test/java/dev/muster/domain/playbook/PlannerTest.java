package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.HEAD;
import static dev.muster.domain.playbook.PlaybookTexts.cluster;
import static dev.muster.domain.playbook.PlaybookTexts.node;
import static dev.muster.domain.playbook.PlaybookTexts.nodes;
import static dev.muster.domain.playbook.PlaybookTexts.plan;
import static dev.muster.domain.playbook.PlaybookTexts.refusal;
import static dev.muster.domain.playbook.PlaybookTexts.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.StepPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PlannerTest {

  @Test
  void selectedNodesComeInTheOrderInWhichPeopleCount() {
    PlanContext shuffled =
        cluster(node("n-10", Map.of()), node("n-2", Map.of()), node("n-1", Map.of()));

    assertThat(nodes(plan(stage(), "{}", shuffled).stages().getFirst()))
        .containsExactly("n-1", "n-2", "n-10");
  }

  @Test
  void namedNodesComeInTheOrderInWhichTheyAreNamed() {
    RunPlan plan = plan(stage("targets: {nodes: [node-3, node-1, node-3]}"), "{}", cluster(3));

    assertThat(nodes(plan.stages().getFirst())).containsExactly("node-3", "node-1");
  }

  @Test
  void aLimitTakesTheFirstAndAnExceptionTheRest() {
    RunPlan plan =
        plan(
            HEAD
                + """
                stages:
                  - name: canary
                    targets: {select: role=broker, limit: "20%"}
                    steps: [{name: ping, action: test.ping}]
                  - name: rest
                    targets: {select: role=broker, except: stages.canary}
                    steps: [{name: ping, action: test.ping}]
                """,
            "{}",
            cluster(10));

    assertThat(nodes(plan.stages().get(0))).containsExactly("node-1", "node-2");
    assertThat(nodes(plan.stages().get(1))).hasSize(8).startsWith("node-3").endsWith("node-10");
  }

  @Test
  void aNamedNodeThatDoesNotExistMakesTheTargetsIncomplete() {
    Planning.Refused refused =
        refusal(stage("targets: {nodes: [node-1, node-22]}"), "{}", cluster(2));

    assertThat(refused.state()).isEqualTo(ProgressState.INCOMPLETE_TARGETS);
    assertThat(refused.findings().getFirst().message())
        .isEqualTo("cluster 'demo' has no node 'node-22' (did you mean 'node-2'?)");
  }

  @Test
  void aStageWithoutNodesIsAnErrorUnlessItIsAllowed() {
    Planning.Refused refused = refusal(stage("targets: {select: role=none}"), "{}", cluster(2));

    assertThat(refused.state()).isEqualTo(ProgressState.INCOMPLETE_TARGETS);
    assertThat(
            plan(stage("targets: {select: role=none, allowEmpty: true}"), "{}", cluster(2))
                .stages()
                .getFirst()
                .nodes())
        .isEmpty();
  }

  @Test
  void argumentsThatHaveNoValueOnSomeNodeAreToldBeforeTheRunStarts() {
    String text =
        stage("steps: [{name: a, action: check.tcp, args: {port: \"${node.labels.port}\"}}]");
    PlanContext context =
        cluster(node("n-1", Map.of("port", "1")), node("n-2", Map.of()), node("n-3", Map.of()));

    Planning.Refused refused = refusal(text, "{}", context);

    assertThat(refused.state()).isEqualTo(ProgressState.INCONSISTENT_TARGETS);
    assertThat(refused.findings()).hasSize(2);
    assertThat(refused.findings().getFirst().message()).startsWith("on node 'n-2': port: ");
    String guarded = text.replace("action:", "when: has(node.labels.port), action:");
    assertThat(plan(guarded, "{}", context).stages()).hasSize(1);
  }

  @Test
  void argumentsThatMusterItselfCannotUseAreToldBeforeTheRunStarts() {
    String text =
        stage(
            "steps: [{name: a, action: wait, runs: core, args: {for: \"${node.labels.pause}\"}}]");
    PlanContext context =
        cluster(node("n-1", Map.of("pause", "5s")), node("n-2", Map.of("pause", "soon")));

    Planning.Refused refused = refusal(text, "{}", context);

    assertThat(refused.findings()).hasSize(1);
    assertThat(refused.findings().getFirst().message())
        .startsWith("on node 'n-2': for: \"soon\" (expected: a duration");
  }

  @Test
  void whatAnAgentExecutesIsPlannedAsItAlwaysWas() {
    String step = "steps: [{name: a, action: test.ping%s}]";
    String hash = plan(stage(step.formatted("")), "{}", cluster(1)).hash();
    RunPlan own =
        plan(
            stage("steps: [{name: a, action: wait, runs: core, args: {for: 5s}}]"),
            "{}",
            cluster(1));
    StepPlan agents =
        plan(stage(step.formatted(", runs: agent")), "{}", cluster(1))
            .stages()
            .getFirst()
            .plan()
            .steps()
            .getFirst();

    assertThat(WireFormat.JSON.valueToTree(agents).has("runs")).isFalse();
    assertThat(WireFormat.JSON.treeToValue(WireFormat.JSON.valueToTree(agents), StepPlan.class))
        .as("a plan of before has no such field")
        .isEqualTo(agents);
    assertThat(own.hash()).isNotEqualTo(hash);
    assertThat(own.stages().getFirst().plan().steps().getFirst().executor())
        .isEqualTo(Executor.CORE);
  }

  @Test
  void aThousandEqualMistakesAreToldOnce() {
    String text =
        stage("steps: [{name: a, action: check.tcp, args: {port: \"${node.labels.x}\"}}]");

    assertThat(refusal(text, "{}", cluster(1_000)).findings()).hasSize(21);
  }

  @Test
  void theHashCoversDefinitionParametersNodesAndCluster() {
    String text = stage().replace("stages:", "params: {a: {default: 1}}\nstages:");
    String hash = plan(text, "{}", cluster(3)).hash();

    assertThat(plan(text, "{'a': 1}", cluster(3)).hash()).isEqualTo(hash);
    assertThat(plan(text, "{'a': 2}", cluster(3)).hash()).isNotEqualTo(hash);
    assertThat(plan(text, "{}", cluster(4)).hash()).isNotEqualTo(hash);
    assertThat(plan(text.replace("example", "other"), "{}", cluster(3)).hash()).isNotEqualTo(hash);
    assertThat(
            plan(text, "{}", new PlanContext(new ClusterName("other"), cluster(3).nodes())).hash())
        .isNotEqualTo(hash);
  }

  @Test
  void theOrderInWhichTheClusterIsListedDoesNotMatter() {
    List<PlanContext.Candidate> nodes = new ArrayList<>(cluster(20).nodes());
    String hash = plan(stage(), "{}", cluster(20)).hash();
    Collections.shuffle(nodes, new Random(3));

    assertThat(plan(stage(), "{}", new PlanContext(cluster(1).cluster(), nodes)).hash())
        .isEqualTo(hash);
  }
}
