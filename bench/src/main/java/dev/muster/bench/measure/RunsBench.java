package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Many runs of one step, each cluster with one node, which does one action at a time: what a run
 * costs beside others that wait for their turn. They are started one after the other, as fast as
 * the API answers.
 */
public final class RunsBench {

  private static final int FEW = 20;
  private static final int ROUNDS_OF_FEW = 10;
  private static final Duration AT_MOST = Duration.ofMinutes(20);

  /** The end is read from the records; who looks often would be measured. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private static final ApiPath OPEN = ApiPath.of("runs").with("open", "true").with("limit", "1");

  private static final ApiPath FAILED =
      ApiPath.of("runs").with("state", "ApplyFailed").with("limit", "1");
  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: bench-run}
      stages:
        - name: all
          targets: {select: ""}
          steps:
            - {name: work, action: test.success}
      """;

  private RunsBench() {}

  /**
   * Runs it; twenty runs at a time come first, of which the first round warms up.
   *
   * @return {@code runs_per_s}, {@code cpu_ms_per_run}, {@code cpu_ms_per_run_at_20}, {@code
   *     cpu_ratio}
   */
  public static Figures run(Deployment deployment, int runs, int clusters) {
    try (FleetProcess fleet = FleetProcess.start(clusters, Duration.ZERO);
        Muster muster = Muster.start(deployment);
        Api api = new Api(muster.apiUrl())) {
      List<String> names = IntStream.range(0, clusters).mapToObj("bench-%d"::formatted).toList();
      for (int at = 0; at < clusters; at++) {
        Fleet.register(api, fleet, names.get(at), new Fleet.Part(at, 1), Json.object());
      }
      api.apply(PLAYBOOK);
      inTurn(api, names, FEW);
      long few = 0;
      for (int round = 0; round < ROUNDS_OF_FEW; round++) {
        few += spent(muster, () -> inTurn(api, names, FEW)).cpuMillis();
      }
      Spent all = spent(muster, () -> inTurn(api, names, runs));
      return new Figures()
          .put("runs_per_s", runs / (all.wall().toMillis() / 1e3))
          .put("cpu_ms_per_run", (double) all.cpuMillis() / runs)
          .put("cpu_ms_per_run_at_20", (double) few / (FEW * ROUNDS_OF_FEW))
          .ratio("cpu_ratio", "cpu_ms_per_run", "cpu_ms_per_run_at_20");
    }
  }

  /** Starts so many, and waits until all are over; from the first start to the last end. */
  private static Duration inTurn(Api api, List<String> clusters, int runs) {
    Instant began = Instant.now();
    for (int run = 0; run < runs; run++) {
      api.startRun(clusters.get(run % clusters.size()), "bench-run");
    }
    api.await(OPEN, AT_MOST, LOOK_EVERY, page -> page.path("items").isEmpty());
    JsonNode failed = api.get(FAILED);
    if (!failed.path("items").isEmpty()) {
      throw new IllegalStateException("a run failed: " + failed);
    }
    return Duration.between(began, lastEnd(api, clusters));
  }

  /** The runs of a cluster end in the order in which they were started. */
  private static Instant lastEnd(Api api, List<String> clusters) {
    return clusters.stream()
        .map(cluster -> ApiPath.of("runs").with("cluster", cluster).with("limit", "1"))
        .map(path -> api.get(path).path("items").path(0))
        .map(last -> Instant.parse(Json.text(last, "finishedAt")))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private record Spent(Duration wall, long cpuMillis) {}

  private static Spent spent(Muster muster, Supplier<Duration> work) {
    long cpu = muster.cpuMillis();
    Duration wall = work.get();
    return new Spent(wall, muster.cpuMillis() - cpu);
  }
}
