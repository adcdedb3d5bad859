package dev.muster.domain.autopilot;

import dev.muster.domain.autopilot.PlanTranslation.Translated;
import dev.muster.domain.cluster.AutopilotSettings;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.playbook.PlanContext;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.protocol.WireFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Plans and clusters in short words. */
final class AutopilotScene {

  static final Instant T0 = Instant.parse("2026-05-11T19:13:02Z");

  private AutopilotScene() {}

  /** JSON with {@code '} for {@code "}. */
  static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text.replace('\'', '"'));
  }

  /** A whole object with these commands. */
  static ObjectNode object(String... commands) {
    return (ObjectNode)
        json(
            """
            {'apiVersion': 'autopilot.k0sproject.io/v1beta2', 'kind': 'Plan',
             'metadata': {'name': 'autopilot', 'annotations': {}},
             'spec': {'id': 'id123', 'timestamp': 'now', 'commands': [%s]}}\
            """
                .formatted(String.join(",", commands)));
  }

  static ObjectNode annotated(String name, String value, String... commands) {
    ObjectNode object = object(commands);
    ((ObjectNode) object.at("/metadata/annotations")).put(name, value);
    return object;
  }

  static AutopilotPlan plan(String... commands) {
    return admitted(object(commands));
  }

  static AutopilotPlan admitted(JsonNode object) {
    return switch (PlanReader.read(object)) {
      case PlanReading.Admitted(AutopilotPlan plan) -> plan;
      case PlanReading.Refused(var findings) -> throw new AssertionError(findings.toString());
    };
  }

  /** An update of k0s, with what its targets are. */
  static String k0s(String targets) {
    return """
    {'k0supdate': {'version': 'v1.24.12+k0s.0', 'platforms': {'linux-amd64': {'url': 'https://example.com/k0s'}},
     'targets': {%s}}}\
    """
        .formatted(targets);
  }

  static String airgap(String workers) {
    return """
    {'airgapupdate': {'version': 'v1.24.12+k0s.0', 'platforms': {'linux-amd64': {'url': 'https://example.com/bundle'}},
     'workers': {%s}}}\
    """
        .formatted(workers);
  }

  /** Named controllers; none for the empty list. */
  static String controllers(String... names) {
    return "'controllers': {%s}".formatted(named(names));
  }

  static String workers(String... names) {
    return "'workers': {%s}".formatted(named(names));
  }

  static String workers(int concurrent, String... names) {
    return "'workers': {%s, 'limits': {'concurrent': %d}}".formatted(named(names), concurrent);
  }

  static String named(String... names) {
    return "'discovery': {'static': {'nodes': [%s]}}"
        .formatted(String.join(",", Stream.of(names).map("'%s'"::formatted).toList()));
  }

  static String selected(String labels) {
    return "'discovery': {'selector': {'labels': '%s'}}".formatted(labels);
  }

  static PlanContext cluster(Candidate... nodes) {
    return new PlanContext(new ClusterName("demo"), List.of(nodes));
  }

  static Candidate controller(String name) {
    return node(name, "controller", "linux-amd64");
  }

  static Candidate worker(String name) {
    return node(name, "worker", "linux-amd64");
  }

  static Candidate hybrid(String name) {
    return node(name, "controller+worker", "linux-amd64");
  }

  static Candidate node(String name, String role, String platform) {
    return new Candidate(
        new NodeId(name),
        name + ".example.com",
        Optional.of(role),
        Optional.of(platform).filter(text -> !text.isEmpty()),
        Map.of(),
        NodeStatus.UP);
  }

  static Candidate labelled(Candidate node, String label, String value) {
    return new Candidate(
        node.id(),
        node.address(),
        node.role(),
        node.platform(),
        Map.of(label, value),
        node.status());
  }

  static Translated translate(AutopilotPlan plan, PlanContext cluster) {
    return translate(plan, cluster, AutopilotSettings.DEFAULT);
  }

  static Translated translate(AutopilotPlan plan, PlanContext cluster, AutopilotSettings settings) {
    return PlanTranslation.translate(plan, cluster, settings, Optional.empty(), T0);
  }

  static AutopilotSettings dialect(Dialect dialect) {
    return new AutopilotSettings(dialect, List.of());
  }

  static AutopilotSettings without(SignalRole... excluded) {
    return new AutopilotSettings(Dialect.CURRENT, List.of(excluded));
  }

  /** The nodes of a command as {@code name=state}, controllers first. */
  static List<String> nodes(PlanStatus.Command command) {
    return Stream.concat(command.controllers().stream(), command.workers().stream())
        .map(node -> node.name() + "=" + node.state().word())
        .toList();
  }
}
