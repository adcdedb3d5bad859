package dev.muster.standalone.demo;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.standalone.StartProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The cluster of a demo, as the API knows it. */
final class DemoCluster {

  static final String NAME = "demo";

  private static final Duration UP_WITHIN = Duration.ofSeconds(30);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  private final MusterApi api;

  private DemoCluster(MusterApi api) {
    this.api = api;
  }

  /** Makes it. */
  static DemoCluster make(MusterApi api) {
    api.post(ApiPath.of("clusters"), Json.object().put("name", NAME));
    return new DemoCluster(api);
  }

  void add(String node, String agentUrl, String role, Map<String, String> labels) {
    ObjectNode body = Json.object().put("id", node).put("agent", agentUrl).put("role", role);
    ObjectNode all = body.putObject("labels");
    labels.forEach(all::put);
    api.post(ApiPath.of("clusters", NAME, "nodes"), body);
  }

  /**
   * Waits until so many nodes are up.
   *
   * @throws StartProblem if they are not in time
   */
  void awaitUp(int nodes) throws InterruptedException {
    Instant end = Instant.now().plus(UP_WITHIN);
    int up = 0;
    while (up < nodes) {
      if (Instant.now().isAfter(end)) {
        throw new StartProblem(
            "only %d of %d nodes came up within %s".formatted(up, nodes, UP_WITHIN));
      }
      Thread.sleep(LOOK_EVERY);
      up = Json.number(api.get(ApiPath.of("clusters", NAME)).json(), "nodesUp");
    }
  }
}
