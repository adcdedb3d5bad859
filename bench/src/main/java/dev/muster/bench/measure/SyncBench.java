package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.bench.process.ServerJvm;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A full cycle over idle nodes: what a node costs in a large cluster, in ones of 100 and 1,000, and
 * against a bare loop of the same client over the same simulator, in a JVM with the same flags and
 * heap. All in wall time of this run.
 */
public final class SyncBench {

  private static final int SMALL = 100;
  private static final int MIDDLE = 1_000;

  /** Their median counts. */
  static final int CYCLES = 7;

  /** Registration leaves cycles behind that are still under way. */
  private static final Duration CALM = Duration.ofSeconds(3);

  private static final Duration CYCLE_WITHIN = Duration.ofMinutes(2);

  private final FleetProcess fleet;
  private final Muster muster;
  private final Api api;

  private SyncBench(FleetProcess fleet, Muster muster, Api api) {
    this.fleet = fleet;
    this.muster = muster;
    this.api = api;
  }

  /**
   * Runs it.
   *
   * @return {@code us_per_node}, {@code us_per_node_at_100}, {@code us_per_node_at_1000}, {@code
   *     ratio_to_1000}, {@code bare_us_per_node}, {@code ratio_to_bare_loop}
   */
  public static Figures run(int nodes) {
    try (FleetProcess fleet = FleetProcess.start(nodes, Duration.ZERO)) {
      // First and by itself: the simulator could not hold the connections of both at once.
      double bare =
          Double.parseDouble(
              ServerJvm.lineOf(
                  Fleet.heap(nodes),
                  BareLoop.class,
                  List.of(String.valueOf(nodes), String.valueOf(fleet.port()))));
      return cycles(fleet, nodes)
          .ratio("ratio_to_1000", "us_per_node", "us_per_node_at_1000")
          .put("bare_us_per_node", bare)
          .ratio("ratio_to_bare_loop", "us_per_node", "bare_us_per_node");
    }
  }

  private static Figures cycles(FleetProcess fleet, int nodes) {
    try (Muster muster = Muster.start(new Deployment.Embedded(), Fleet.heap(nodes));
        Api api = new Api(muster.apiUrl())) {
      SyncBench bench = new SyncBench(fleet, muster, api);
      double small = bench.microsPerNode("small", Math.min(SMALL, nodes));
      double middle = bench.microsPerNode("middle", Math.min(MIDDLE, nodes));
      return new Figures()
          .put("us_per_node", bench.microsPerNode("large", nodes))
          .put("us_per_node_at_100", small)
          .put("us_per_node_at_1000", middle);
    }
  }

  private double microsPerNode(String cluster, int nodes) {
    JsonNode rarely = Json.object().put("idleInterval", "PT1H");
    Fleet.register(api, fleet, muster, cluster, new Fleet.Part(0, nodes), rarely);
    Api.pause(CALM);
    return microsPerNode(api, cluster, nodes);
  }

  private static double microsPerNode(Api api, String cluster, int nodes) {
    List<Double> micros = new ArrayList<>();
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      long before = newest(api, cluster).path("cycle").asLong();
      api.post(ApiPath.of("clusters", cluster, "nudge"), Json.object());
      JsonNode report =
          api.await(
                  cycles(cluster),
                  CYCLE_WITHIN,
                  page ->
                      page.path("items").path(0).path("cycle").asLong() > before
                          && page.path("items").path(0).path("synced").asInt() == nodes)
              .path("items")
              .path(0);
      micros.add(report.path("durationMs").asDouble() * 1000 / nodes);
    }
    return Figures.quantile(micros, 0.5);
  }

  private static JsonNode newest(Api api, String cluster) {
    return api.get(cycles(cluster)).path("items").path(0);
  }

  private static ApiPath cycles(String cluster) {
    return ApiPath.of("clusters", cluster, "cycles").with("limit", "1");
  }
}
