package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.ProgressState;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an update server is told of a cluster, so that it can offer one version to some and another
 * to others. Neither the cluster's name nor those of its nodes are told; what Muster does not know,
 * such as the network's provider, is left out.
 *
 * @param id of the update configuration, which stands for the cluster
 */
public record UpdateFacts(
    UUID id, List<Candidate> nodes, RunningVersions running, Optional<StandingPlan> standing) {

  public UpdateFacts {
    nodes = List.copyOf(nodes);
  }

  private String cluster() {
    return "muster:" + id;
  }

  private String version() {
    return running.lowest().map(K0sVersion::toString).orElse("");
  }

  /** As periodic updates tell it. */
  public SortedMap<String, String> headers() {
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("K0S_ClusterID", cluster());
    headers.put(
        "K0S_ControlPlaneNodesCount",
        Long.toString(nodes.stream().filter(UpdateFacts::isController).count()));
    headers.put("K0S_WorkerData", workers());
    arch().ifPresent(arch -> headers.put("K0S_Arch", arch));
    if (!version().isEmpty()) {
      headers.put("K0S_Version", version());
    }
    return headers;
  }

  /** As cron updates tell it. */
  public SortedMap<String, String> query() {
    String status = standing.flatMap(StandingPlan::state).map(ProgressState::word).orElse("");
    return new TreeMap<>(
        Map.of("clusterID", cluster(), "currentVersion", version(), "lastUpdateStatus", status));
  }

  /** How many workers there are of each sort. */
  private String workers() {
    ObjectNode data = WireFormat.JSON.createObjectNode();
    ObjectNode archs = data.putObject("Archs");
    ObjectNode systems = data.putObject("OSes");
    data.putObject("Runtimes");
    nodes.stream()
        .filter(node -> node.role().filter(role -> role.endsWith("worker")).isPresent())
        .flatMap(node -> node.platform().stream())
        .filter(platform -> platform.contains("-"))
        .forEach(platform -> {
          count(archs, platform.substring(platform.indexOf('-') + 1));
          count(systems, platform.substring(0, platform.indexOf('-')));
        });
    return Base64.getEncoder().encodeToString(data.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void count(ObjectNode counts, String what) {
    counts.put(what, counts.path(what).asInt(0) + 1);
  }

  private Optional<String> arch() {
    return nodes.stream()
        .filter(UpdateFacts::isController)
        .flatMap(node -> node.platform().stream())
        .filter(platform -> platform.contains("-"))
        .map(platform -> platform.substring(platform.indexOf('-') + 1))
        .findFirst();
  }

  private static boolean isController(Candidate node) {
    return node.role().filter(role -> role.startsWith("controller")).isPresent();
  }
}
