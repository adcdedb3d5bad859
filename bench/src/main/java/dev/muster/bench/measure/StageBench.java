package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.MusterProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One stage over many nodes, each with one step that takes no time: what Muster itself costs. The
 * figures are of the second run; the first one warms up.
 */
public final class StageBench {

  private static final Duration AT_MOST = Duration.ofMinutes(10);

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: bench-stage}
      stages:
        - name: all
          targets: {select: ""}
          concurrency: %d
          steps:
            - {name: work, action: test.success}
      """;

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
      Fleet.register(api, fleet, "bench", nodes, Map.of());
      api.apply(PLAYBOOK.formatted(concurrency));
      finish(api, start(api));

      long eventsBefore = histories.count("orchestration/bench");
      long cpuBefore = muster.cpuMillis();
      String run = start(api);
      JsonNode ended = finish(api, run);
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

  private static String start(Api api) {
    return api.post(
            "/v1/clusters/bench/runs", Map.of("playbook", "bench-stage", "reason", "benchmark"))
        .path("id")
        .asString();
  }

  private static JsonNode finish(Api api, String run) {
    JsonNode ended =
        api.await(
            "/v1/runs?cluster=bench&limit=1",
            AT_MOST,
            page -> page.path("items").path(0).has("finishedAt"));
    JsonNode shown = ended.path("items").path(0);
    if (!shown.path("id").asString().equals(run)
        || !shown.path("state").asString().equals("Completed")) {
      throw new IllegalStateException("the run did not complete: " + shown);
    }
    return shown;
  }

  private static Duration wall(JsonNode run) {
    return Duration.between(
        Instant.parse(run.path("createdAt").asString()),
        Instant.parse(run.path("finishedAt").asString()));
  }
}
