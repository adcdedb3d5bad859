package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One stage over many nodes, each with one step that takes no time: what Muster itself costs. The
 * figures are of the second run; the first one warms up. A larger stage, or one of several
 * clusters, is compared with one of 1,000 nodes in the same process.
 */
public final class StageBench {

  private static final Size SMALL = new Size(1_000, 100, 1);
  private static final Duration AT_MOST = Duration.ofMinutes(10);
  private static final Duration AT_MOST_EACH = Duration.ofMillis(20);

  /** A visit to all nodes is what bench sync measures; one in a stage would be a chance of time. */
  private static final String VISITED_EVERY = "PT10M";

  /** Larger ones are long enough to warm themselves up. */
  private static final int MOST_TO_WARM_UP = 20_000;

  /**
   * What is measured.
   *
   * @param nodes of all clusters together
   * @param concurrency of all clusters together
   * @param clusters at once, each with its part of the nodes
   */
  public record Size(int nodes, int concurrency, int clusters) {

    public Size {
      if (clusters < 1 || nodes % clusters != 0 || concurrency % clusters != 0) {
        throw new IllegalArgumentException(
            "clusters: %d (expected: a divisor of %d nodes and of %d in work at once)"
                .formatted(clusters, nodes, concurrency));
      }
    }
  }

  private final FleetProcess fleet;
  private final Muster muster;
  private final Api api;
  private final Histories histories;

  private StageBench(FleetProcess fleet, Muster muster, Api api, Histories histories) {
    this.fleet = fleet;
    this.muster = muster;
    this.api = api;
    this.histories = histories;
  }

  /**
   * Runs it.
   *
   * @return {@code wall_s}, {@code cpu_ms_per_node_step}, {@code temporal_events}, {@code
   *     longest_history} in events, {@code largest_event_bytes}, {@code memory_mb} at the end; for
   *     another size than the smallest {@code small_cpu_ms_per_node_step} and how many times that
   *     the node-step costs, as {@code ratio_to_small}
   */
  public static Figures run(Deployment deployment, Size size) {
    boolean compared = !size.equals(SMALL);
    int first = compared ? SMALL.nodes() : 0;
    try (FleetProcess fleet = FleetProcess.start(first + size.nodes(), Duration.ZERO);
        Muster muster = Muster.start(deployment, Fleet.heap(size.nodes()));
        Api api = new Api(muster.apiUrl());
        Histories histories = new Histories(muster.temporalAddress())) {
      StageBench bench = new StageBench(fleet, muster, api, histories);
      if (!compared) {
        return bench.measure("bench", size, 0);
      }
      Figures small = bench.measure("small", SMALL, 0);
      return bench
          .measure("bench", size, first)
          .under("small_", small.only("wall_s", "cpu_ms_per_node_step"))
          .ratio("ratio_to_small", "cpu_ms_per_node_step", "small_cpu_ms_per_node_step");
    }
  }

  private Figures measure(String name, Size size, int first) {
    List<String> clusters = register(name, size, first);
    api.apply(playbook(name, size.concurrency() / size.clusters()));
    if (size.nodes() <= MOST_TO_WARM_UP) {
      runs(name, clusters, size);
    }
    Histories.Written before = written(clusters);
    long cpuBefore = muster.cpuMillis();
    List<JsonNode> ended = runs(name, clusters, size);
    long cpu = muster.cpuMillis() - cpuBefore;
    Histories.Written written = written(clusters).since(before);
    for (JsonNode run : ended) {
      written = written.and(histories.of("playbook/" + Json.text(run, "id")));
    }
    return new Figures()
        .put("wall_s", wall(ended).toMillis() / 1000.0)
        .put("cpu_ms_per_node_step", (double) cpu / size.nodes())
        .put("temporal_events", written.events())
        .put("longest_history", written.longest())
        .put("largest_event_bytes", written.largest())
        .put("memory_mb", muster.memoryMegabytes());
  }

  private List<String> register(String name, Size size, int first) {
    List<String> clusters = new ArrayList<>();
    JsonNode rarely = Json.object().put("idleInterval", VISITED_EVERY);
    int each = size.nodes() / size.clusters();
    for (int index = 0; index < size.clusters(); index++) {
      String cluster = size.clusters() == 1 ? name : name + "-" + index;
      Fleet.Part part = new Fleet.Part(first + index * each, each);
      Fleet.register(api, fleet, muster, cluster, part, rarely);
      clusters.add(cluster);
    }
    return clusters;
  }

  /** One run of each cluster, all at once, to their ends. */
  private List<JsonNode> runs(String playbook, List<String> clusters, Size size) {
    List<String> runs =
        clusters.stream().map(cluster -> api.startRun(cluster, playbook + "-stage")).toList();
    List<JsonNode> ended = new ArrayList<>();
    for (int index = 0; index < clusters.size(); index++) {
      ended.add(
          api.awaitCompleted(
              clusters.get(index),
              runs.get(index),
              AT_MOST.plus(AT_MOST_EACH.multipliedBy(size.nodes()))));
    }
    return ended;
  }

  private Histories.Written written(List<String> clusters) {
    return clusters.stream()
        .map(cluster -> histories.of("orchestration/" + cluster))
        .reduce(Histories.Written::and)
        .orElseThrow();
  }

  static String playbook(String name, int concurrency) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: %s-stage}
    stages:
      - name: all
        targets: {select: ""}
        concurrency: %d
        steps:
          - {name: work, action: test.success}
    """
        .formatted(name, concurrency);
  }

  /** From the first one's creation to the last one's end. */
  static Duration wall(List<JsonNode> runs) {
    Instant from =
        runs.stream().map(run -> at(run, "createdAt")).min(Instant::compareTo).orElseThrow();
    Instant to =
        runs.stream().map(run -> at(run, "finishedAt")).max(Instant::compareTo).orElseThrow();
    return Duration.between(from, to);
  }

  private static Instant at(JsonNode run, String field) {
    return Instant.parse(run.path(field).asString());
  }
}
