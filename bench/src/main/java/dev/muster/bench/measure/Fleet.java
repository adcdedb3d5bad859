package dev.muster.bench.measure;

import dev.muster.bench.fleet.FleetServer;
import dev.muster.bench.process.Api;
import dev.muster.bench.process.FleetProcess;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A simulated fleet that is registered as a cluster, every node up. */
final class Fleet {

  private static final Duration UP_WITHIN = Duration.ofMinutes(2);
  private static final int CALLERS = 8;

  private Fleet() {}

  /** Registers the first {@code nodes} simulated nodes as {@code cluster} and waits until all are up. */
  static void register(Api api, FleetProcess fleet, String cluster, int nodes, JsonNode settings) {
    register(api, fleet, cluster, IntStream.range(0, nodes), settings);
  }

  /** The same with nodes of these numbers. */
  static void register(
      Api api, FleetProcess fleet, String cluster, IntStream numbers, JsonNode settings) {
    ObjectNode body = Json.object().put("name", cluster);
    body.set("settings", settings);
    api.post(ApiPath.of("clusters"), body);
    List<Callable<JsonNode>> registrations =
        numbers
            .mapToObj(number -> node(fleet, number))
            .<Callable<JsonNode>>map(
                node -> () -> api.post(ApiPath.of("clusters", cluster, "nodes"), node))
            .toList();
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      for (Future<JsonNode> registered : callers.invokeAll(registrations)) {
        registered.get();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a node was not registered", failed.getCause());
    }
    api.post(ApiPath.of("clusters", cluster, "nudge"), Json.object());
    api.await(
        ApiPath.of("clusters", cluster), UP_WITHIN, seen -> Json.number(seen, "nodesUp") == registrations.size());
  }

  private static JsonNode node(FleetProcess fleet, int index) {
    return Json.object()
        .put("id", FleetServer.nodeId(index))
        .put("agent", "http://" + FleetServer.address(index) + ":" + fleet.port());
  }
}
