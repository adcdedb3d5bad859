package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.cluster;
import static dev.muster.domain.playbook.PlaybookTexts.json;
import static dev.muster.domain.playbook.PlaybookTexts.nodes;
import static dev.muster.domain.playbook.PlaybookTexts.plan;
import static dev.muster.domain.playbook.PlaybookTexts.playbook;
import static dev.muster.domain.playbook.PlaybookTexts.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ShippedPlaybooksTest {

  private static final Path TOP = Path.of("..");

  @Test
  void everyFileInTheFolderShipsAndIsNamedAsThePlaybookInIt() throws IOException {
    try (Stream<Path> files = Files.list(TOP.resolve("playbooks"))) {
      List<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".yaml"))
              .map(name -> name.substring(0, name.length() - ".yaml".length()))
              .sorted()
              .toList();
      assertThat(PlaybookReader.shippedNames()).isEqualTo(names);
    }
    for (String name : PlaybookReader.shippedNames()) {
      assertThat(playbook(text(name)).name()).isEqualTo(name);
      assertThat(playbook(text(name)).description()).isNotBlank();
    }
    assertThat(PlaybookReader.shippedText("other")).isEmpty();
  }

  @Test
  void rollingRestartTakesOneCanaryAndThenTheRest() {
    RunPlan plan =
        plan(text("rolling-restart"), "{'service': 'web', 'concurrency': 2}", cluster(5));

    assertThat(nodes(plan.stages().get(0))).containsExactly("node-1");
    assertThat(nodes(plan.stages().get(1))).containsExactly("node-2", "node-3", "node-4", "node-5");
    assertThat(plan.stages().get(1).plan().rules().concurrency()).isEqualTo(2);
    assertThat(plan.stages().get(1).plan().rules().minHealthy()).isEqualTo(2);
  }

  @Test
  void rollingRestartCanBePlannedOnTheSmallestClusters() {
    for (int nodes = 1; nodes <= 3; nodes++) {
      RunPlan plan = plan(text("rolling-restart"), "{'service': 'web'}", cluster(nodes));

      assertThat(nodes(plan.stages().get(1))).hasSize(nodes - 1);
    }
  }

  @Test
  void rollingRestartAsksEachServiceOnItsOwnPort() {
    RunPlan plan = plan(text("rolling-restart"), "{'service': 'web'}", cluster(5));
    Scope scope =
        Scope.ofPlan(plan.params(), cluster(5).cluster()).withNode(cluster(5).nodes().get(2));

    assertThat(rendered(plan, 0, scope)).isEqualTo(json("{'name': 'web'}"));
    assertThat(rendered(plan, 1, scope)).isEqualTo(json("{'url': 'http://127.0.0.1:9003/health'}"));
    RunPlan fixed =
        plan(text("rolling-restart"), "{'service': 'web', 'healthPort': 80}", cluster(5));
    assertThat(
            rendered(
                fixed,
                1,
                Scope.ofPlan(fixed.params(), cluster(5).cluster())
                    .withNode(cluster(5).nodes().get(2))))
        .isEqualTo(json("{'url': 'http://127.0.0.1:80/health'}"));
  }

  @Test
  void rollingRestartServesASingleNode() {
    assertThat(
            plan(text("rolling-restart"), "{'service': 'web'}", cluster(1)).stages().get(1).nodes())
        .isEmpty();
  }

  @Test
  void rollingRestartTellsANodeWithoutAPortBeforeItBegins() {
    PlanContext context = cluster(PlaybookTexts.node("node-1", Map.of()));

    assertThat(refusal(text("rolling-restart"), "{'service': 'web'}", context).findings())
        .hasSize(1)
        .allSatisfy(f -> assertThat(f.message()).contains("node-1", "no 'port'"));
  }

  @Test
  void killAndRecoverWorksOnOneNodeAlone() {
    RunPlan plan =
        plan(
            text("kill-and-recover"),
            "{'node': 'node-2', 'service': 'web', 'kill': ['pkill', '-KILL', 'web']}",
            cluster(3));

    assertThat(nodes(plan.stages().getFirst())).containsExactly("node-2");
    assertThat(plan.stages().getFirst().plan().rules().exclusive()).isTrue();
    Scope scope =
        Scope.ofPlan(plan.params(), cluster(3).cluster()).withNode(cluster(3).nodes().get(1));
    assertThat(rendered(plan, 0, scope)).isEqualTo(json("{'argv': ['pkill', '-KILL', 'web']}"));
  }

  @Test
  void agentUpgradeTakesOneCanaryAndPutsTheImageWhereEachAgentSays() {
    String params =
        "{'url': 'https://files/agent.tar.gz', 'image': '0123456789abcdef', 'sha256': '%s'}"
            .formatted("ab".repeat(32));
    RunPlan plan = plan(text("agent-upgrade"), params, cluster(5));

    assertThat(nodes(plan.stages().get(0))).containsExactly("node-1");
    assertThat(nodes(plan.stages().get(1))).hasSize(4);
    assertThat(plan.stages().get(1).plan().rules().concurrency()).isEqualTo(1);
    assertThat(plan.stages().get(1).plan().rules().maxFailures()).isZero();
    assertThat(refusal(text("agent-upgrade"), params.replace("'ab", "'zz"), cluster(5)).findings())
        .isNotEmpty();
  }

  @Test
  void everyPlaybookInTheGuideIsValid() throws IOException {
    String guide = Files.readString(TOP.resolve("docs/playbooks.md"));
    Matcher blocks = Pattern.compile("```yaml\n(apiVersion:.*?)```", Pattern.DOTALL).matcher(guide);
    int seen = 0;
    while (blocks.find()) {
      playbook(blocks.group(1));
      seen++;
    }
    assertThat(seen).isPositive();
  }

  @Test
  void aPlanSurvivesBeingStored() {
    RunPlan plan = plan(text("rolling-restart"), "{'service': 'web'}", cluster(5));
    String stored = WireFormat.JSON.writeValueAsString(plan);

    RunPlan read = WireFormat.JSON.readValue(stored, RunPlan.class);

    assertThat(WireFormat.JSON.readTree(WireFormat.JSON.writeValueAsString(read)))
        .isEqualTo(WireFormat.JSON.readTree(stored));
    assertThat(plan.difference(read)).isEmpty();
  }

  private static JsonNode rendered(RunPlan plan, int step, Scope scope) {
    JsonNode args = plan.stages().getFirst().plan().steps().get(step).args();
    return ((Rendered.Value) Expressions.render(args, scope)).json();
  }

  private static String text(String name) {
    return PlaybookReader.shippedText(name).orElseThrow();
  }
}
