package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.MusterProcess;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * One stage over many nodes, each with one step that takes no time: what Muster itself costs. The
 * figures are of the second run; the first one warms up.
 */
public final class StageBench {

  private static final Duration AT_MOST = Duration.ofMinutes(10);

  private StageBench() {}

  /**
   * Runs it.
   *
   * @return {@code wall_s}, {@code cpu_ms_per_node_step}, {@code temporal_events}
   */
  public static Figures run(int nodes, int concurrency) {
    try (FleetProcess fleet = FleetProcess.start(nodes, Duration.ZERO);
        MusterProcess muster = MusterProcess.start();
        Api api = new Api(muster.apiUrl());
        Histories histories = new Histories(muster.temporalAddress())) {
      Fleet.register(api, fleet, "bench", nodes, Json.object());
      api.apply(playbook(concurrency));
      api.awaitCompleted("bench", api.startRun("bench", "bench-stage"), AT_MOST);

      long eventsBefore = histories.count("orchestration/bench");
      long cpuBefore = muster.cpuMillis();
      String run = api.startRun("bench", "bench-stage");
      JsonNode ended = api.awaitCompleted("bench", run, AT_MOST);
      long cpu = muster.cpuMillis() - cpuBefore;
      long events =
          histories.count("orchestration/bench")
              - eventsBefore
              + histories.count("playbook/" + run);
      return new Figures()
          .put("wall_s", wall(ended).toMillis() / 1000.0)
          .put("cpu_ms_per_node_step", (double) cpu / nodes)
          .put("temporal_events", events);
    }
  }

  private static String playbook(int concurrency) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: bench-stage}
    stages:
      - name: all
        targets: {select: ""}
        concurrency: %d
        steps:
          - {name: work, action: test.success}
    """
        .formatted(concurrency);
  }

  private static Duration wall(JsonNode run) {
    return Duration.between(
        Instant.parse(run.path("createdAt").asString()),
        Instant.parse(run.path("finishedAt").asString()));
  }
}
