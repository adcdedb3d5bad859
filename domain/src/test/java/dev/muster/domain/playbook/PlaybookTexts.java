package dev.muster.domain.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Documents, clusters and plans for tests, and what is read from them. */
final class PlaybookTexts {

  static final String HEAD =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: example}
      """;

  static final String PING = "    steps: [{name: ping, action: test.ping}]\n";

  private PlaybookTexts() {}

  /** One stage called {@code all} over every node, with these further lines. */
  static String stage(String... lines) {
    StringBuilder text = new StringBuilder(HEAD).append("stages:\n  - name: all\n");
    for (String line : lines) {
      text.append("    ").append(line).append('\n');
    }
    if (!text.toString().contains(" targets:")) {
      text.append("    targets: {select: \"\"}\n");
    }
    if (!text.toString().contains(" steps:")) {
      text.append(PING);
    }
    return text.toString();
  }

  static Playbook playbook(String text) {
    return switch (PlaybookReader.read(text)) {
      case DocumentReading.Valid valid -> valid.playbook();
      case DocumentReading.Invalid invalid ->
          throw new AssertionError(invalid.findings().toString());
    };
  }

  static List<Finding> findings(String text) {
    DocumentReading reading = PlaybookReader.read(text);
    assertThat(reading).isInstanceOf(DocumentReading.Invalid.class);
    return ((DocumentReading.Invalid) reading).findings();
  }

  static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }

  static PlanContext cluster(int nodes) {
    List<PlanContext.Candidate> all = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      all.add(node("node-" + i, Map.of("port", Integer.toString(9000 + i))));
    }
    return new PlanContext(new ClusterName("demo"), all);
  }

  static PlanContext cluster(PlanContext.Candidate... nodes) {
    return new PlanContext(new ClusterName("demo"), List.of(nodes));
  }

  static PlanContext.Candidate node(String id, Map<String, String> labels) {
    return new PlanContext.Candidate(
        new NodeId(id),
        "127.0.0.1",
        Optional.of("broker"),
        Optional.of("linux-amd64"),
        labels,
        NodeStatus.UP);
  }

  static RunPlan plan(String text, String params, PlanContext context) {
    return switch (Planner.plan(playbook(text), json(params), context)) {
      case Planning.Planned planned -> planned.plan();
      case Planning.Refused refused -> throw new AssertionError(refused.toString());
    };
  }

  static Planning.Refused refusal(String text, String params, PlanContext context) {
    Planning planning = Planner.plan(playbook(text), json(params), context);
    assertThat(planning).isInstanceOf(Planning.Refused.class);
    return (Planning.Refused) planning;
  }

  static List<String> nodes(PlannedStage stage) {
    return stage.nodes().stream().map(node -> node.node().value()).toList();
  }
}
