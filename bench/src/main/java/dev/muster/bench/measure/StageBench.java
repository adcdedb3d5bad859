package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * One stage over many nodes, each with one step that takes no time: what Muster itself costs. The
 * figures are of the second run; the first one warms up.
 */
public final class StageBench {

  static final String PLAYBOOK = "bench-stage";

  private static final Duration AT_MOST = Duration.ofMinutes(10);

  private StageBench() {}

  /**
   * Runs it.
   *
   * @return {@code wall_s}, {@code cpu_ms_per_node_step}, {@code temporal_events}, {@code
   *     longest_history} in events, {@code largest_event_bytes}
   */
  public static Figures run(Deployment deployment, int nodes, int concurrency) {
    try (FleetProcess fleet = FleetProcess.start(nodes, Duration.ZERO);
        Muster muster = Muster.start(deployment);
        Api api = new Api(muster.apiUrl());
        Histories histories = new Histories(muster.temporalAddress())) {
      Fleet.register(api, fleet, "bench", nodes, Json.object());
      api.apply(playbook(concurrency));
      api.awaitCompleted("bench", api.startRun("bench", PLAYBOOK), AT_MOST);

      Histories.Written before = histories.of("orchestration/bench");
      long cpuBefore = muster.cpuMillis();
      String run = api.startRun("bench", PLAYBOOK);
      JsonNode ended = api.awaitCompleted("bench", run, AT_MOST);
      long cpu = muster.cpuMillis() - cpuBefore;
      Histories.Written written =
          histories.of("orchestration/bench").since(before).and(histories.of("playbook/" + run));
      return new Figures()
          .put("wall_s", wall(ended).toMillis() / 1000.0)
          .put("cpu_ms_per_node_step", (double) cpu / nodes)
          .put("temporal_events", written.events())
          .put("longest_history", written.longest())
          .put("largest_event_bytes", written.largest());
    }
  }

  static String playbook(int concurrency) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: %s}
    stages:
      - name: all
        targets: {select: ""}
        concurrency: %d
        steps:
          - {name: work, action: test.success}
    """
        .formatted(PLAYBOOK, concurrency);
  }

  static Duration wall(JsonNode run) {
    return Duration.between(
        Instant.parse(run.path("createdAt").asString()),
        Instant.parse(run.path("finishedAt").asString()));
  }
}
