package dev.muster.bench.measure;

import dev.muster.bench.fleet.FleetServer;
import dev.muster.bench.process.Api;
import dev.muster.bench.process.FleetProcess;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** A simulated fleet that is registered as a cluster, every node up. */
final class Fleet {

  private static final Duration UP_WITHIN = Duration.ofSeconds(120);

  private Fleet() {}

  /** Registers {@code nodes} simulated nodes as {@code cluster} and waits until all are up. */
  static void register(
      Api api, FleetProcess fleet, String cluster, int nodes, Map<String, Object> settings) {
    api.post("/v1/clusters", Map.of("name", cluster, "settings", settings));
    try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
      IntStream.range(0, nodes)
          .forEach(
              index ->
                  callers.submit(
                      () ->
                          api.post(
                              "/v1/clusters/" + cluster + "/nodes",
                              Map.of(
                                  "id",
                                  FleetServer.nodeId(index),
                                  "agent",
                                  "http://" + FleetServer.address(index) + ":" + fleet.port()))));
    }
    api.post("/v1/clusters/" + cluster + "/nudge", Map.of());
    api.await(
        "/v1/clusters/" + cluster, UP_WITHIN, seen -> seen.path("nodesUp").asInt() == nodes);
  }
}
