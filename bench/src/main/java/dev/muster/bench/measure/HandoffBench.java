package dev.muster.bench.measure;

import dev.muster.bench.fleet.FleetServer;
import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * From the moment an agent finishes the last action of a stage to the moment the next stage's first
 * action reaches an agent, both on the simulator's clock.
 */
public final class HandoffBench {

  static final int HAND_OFFS = 50;
  private static final Duration ACTION = Duration.ofMillis(50);
  private static final Duration AT_MOST = Duration.ofMinutes(3);

  private HandoffBench() {}

  /**
   * Runs it.
   *
   * @return {@code median_ms}, {@code p99_ms}
   */
  public static Figures run(Deployment deployment, int nodes) {
    try (FleetProcess fleet = FleetProcess.start(nodes, ACTION);
        Muster muster = Muster.start(deployment);
        Api api = new Api(muster.apiUrl())) {
      Fleet.register(api, fleet, "bench", nodes, Json.object());
      api.apply(playbook(nodes));
      api.awaitCompleted("bench", api.startRun("bench", "bench-handoff"), AT_MOST);
      String run = api.startRun("bench", "bench-handoff");
      api.awaitCompleted("bench", run, AT_MOST);
      List<Double> gaps = gaps(fleet.journal(), run);
      if (gaps.size() != HAND_OFFS) {
        throw new IllegalStateException("saw " + gaps.size() + " hand-offs of " + HAND_OFFS);
      }
      return new Figures()
          .put("median_ms", Figures.quantile(gaps, 0.5))
          .put("p99_ms", Figures.quantile(gaps, 0.99));
    }
  }

  static String playbook(int nodes) {
    String stages =
        IntStream.rangeClosed(0, HAND_OFFS)
            .mapToObj(index ->
                "  - {name: s%02d, targets: {nodes: [%s]}, steps: [{name: work, action: test.success}]}"
                    .formatted(index, FleetServer.nodeId(index % nodes)))
            .collect(Collectors.joining("\n"));
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: bench-handoff}
    stages:
    """
        + stages
        + "\n";
  }

  private static List<Double> gaps(JsonNode journal, String run) {
    return gaps(inOrder(journal, run), next -> true);
  }

  /** What was done for a run, in the order in which it reached agents. */
  static List<JsonNode> inOrder(JsonNode journal, String run) {
    List<JsonNode> entries = new ArrayList<>();
    journal.forEach(entries::add);
    return entries.stream()
        .filter(entry -> entry.path("run").asString().equals(run))
        .sorted(Comparator.comparingLong(entry -> entry.path("receivedNanos").asLong()))
        .toList();
  }

  /** Milliseconds from the end of one to the arrival of the next, where that is one of these. */
  static List<Double> gaps(List<JsonNode> ofRun, Predicate<JsonNode> next) {
    return IntStream.range(1, ofRun.size())
        .filter(index -> next.test(ofRun.get(index)))
        .mapToObj(index ->
            (ofRun.get(index).path("receivedNanos").asLong()
                    - ofRun.get(index - 1).path("finishedNanos").asLong())
                / 1e6)
        .toList();
  }
}
