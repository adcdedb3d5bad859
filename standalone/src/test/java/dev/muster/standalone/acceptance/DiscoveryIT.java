package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Nodes come from a file; one of them vanishes in the middle of a run, and comes back. */
final class DiscoveryIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final String TWICE =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: twice}
      stages:
        - name: one
          targets: {select: "zone=a"}
          approval: {required: 1, requesterMay: true}
          concurrency: 3
          maxFailures: 1
          steps:
            - {name: work, action: test.success}
        - name: two
          targets: {select: "zone=a"}
          approval: {required: 1, requesterMay: true}
          concurrency: 3
          steps:
            - {name: work, action: test.success}
      """;

  @TempDir private Path folder;

  @Test
  void aNodeVanishesAndComesBackInARun() throws IOException {
    Path file = folder.resolve("hosts.yaml");
    Map<String, String> settings = Map.of("MUSTER_DISCOVERY_FOLDERS", folder.toString());
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder, settings)) {
      muster.addCluster(CLUSTER);
      muster.apply(TWICE);
      Map<String, String> agents = new LinkedHashMap<>();
      for (String node : List.of("n1", "n2", "n3")) {
        agents.put(node, muster.beginAgent(node, List.of()));
      }
      write(file, agents);
      muster
          .api()
          .post(
              ApiPath.of("clusters", CLUSTER, "discoveries"),
              Json.object()
                  .put("name", "hosts")
                  .put("kind", "file")
                  .put("location", file.toString()));
      awaitStatuses(muster, Map.of("n1", "UP", "n2", "UP", "n3", "UP"));
      String added = Json.text(node(muster, "n3"), "addedAt");
      String run = muster.startRun(CLUSTER, "twice");
      muster.awaitRun(run, SOON, one -> Json.text(one, "state").equals("PendingApprove"));

      Map<String, String> without = new LinkedHashMap<>(agents);
      without.remove("n3");
      write(file, without);
      awaitStatuses(muster, Map.of("n1", "UP", "n2", "UP", "n3", "VANISHED"));
      approve(muster, run);

      JsonNode half =
          muster.awaitRun(
              run,
              SOON,
              one ->
                  Json.text(one, "state").equals("PendingApprove")
                      && !stageNodes(one, 0).containsValue("PENDING"));
      assertThat(stageNodes(half, 0))
          .isEqualTo(Map.of("n1", "SUCCEEDED", "n2", "SUCCEEDED", "n3", "UNREACHABLE"));
      JsonNode cancelled =
          Json.items(
                  muster
                      .api()
                      .get(ApiPath.of("actions").with("cluster", CLUSTER).with("node", "n3"))
                      .json(),
                  "items")
              .getFirst();
      assertThat(Json.text(cancelled, "state")).isEqualTo("CANCELLED");

      write(file, agents);
      awaitStatuses(muster, Map.of("n1", "UP", "n2", "UP", "n3", "UP"));
      approve(muster, run);

      JsonNode end = muster.awaitEnd(run);
      assertThat(Json.text(end, "state")).isEqualTo("Completed");
      assertThat(stageNodes(end, 1))
          .isEqualTo(Map.of("n1", "SUCCEEDED", "n2", "SUCCEEDED", "n3", "SUCCEEDED"));
      assertThat(Json.text(node(muster, "n3"), "addedAt")).isEqualTo(added);
      assertThat(Json.text(discovery(muster), "nodes")).isEqualTo("3");
    }
  }

  /** As who writes such a file should: nobody sees half of it. */
  private static void write(Path file, Map<String, String> agents) throws IOException {
    String text =
        agents.entrySet().stream()
            .map(agent ->
                "- targets: [%s]%n  labels: {muster_address: '%s', zone: a}%n"
                    .formatted(agent.getKey(), agent.getValue()))
            .collect(Collectors.joining());
    Path part = Files.writeString(file.resolveSibling("hosts.part"), text);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void awaitStatuses(Installation muster, Map<String, String> wanted) {
    Awaitility.await("nodes " + wanted + ", " + discovery(muster))
        .atMost(SOON)
        .untilAsserted(() -> assertThat(statuses(muster)).isEqualTo(wanted));
  }

  private static Map<String, String> statuses(Installation muster) {
    Map<String, String> statuses = new TreeMap<>();
    Json.items(muster.api().get(ApiPath.of("clusters", CLUSTER, "nodes")).json(), "items")
        .forEach(node -> statuses.put(Json.text(node, "id"), Json.text(node, "status")));
    return statuses;
  }

  private static Map<String, String> stageNodes(JsonNode run, int stage) {
    Map<String, String> states = new TreeMap<>();
    Json.items(Json.items(run, "stages").get(stage), "nodes")
        .forEach(node -> states.put(Json.text(node, "node"), Json.text(node, "state")));
    return states;
  }

  private static JsonNode node(Installation muster, String node) {
    return muster.api().get(ApiPath.of("clusters", CLUSTER, "nodes", node)).json();
  }

  private static JsonNode discovery(Installation muster) {
    return muster.api().get(ApiPath.of("clusters", CLUSTER, "discoveries", "hosts")).json();
  }

  private static void approve(Installation muster, String run) {
    muster.api().post(ApiPath.of("runs", run, "approve"), Json.object());
  }
}
