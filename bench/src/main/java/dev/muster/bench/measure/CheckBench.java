package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;

/**
 * {@code cluster.check} over many nodes, from the request to its end: one action derives as many as
 * there are nodes, and all of them take no time. Some checks are made before, which warm up; the
 * figures are of the quick ones, because what else the machine does only ever adds.
 */
public final class CheckBench {

  private static final String CLUSTER = "bench";
  private static final int WARM_UP = 4;
  private static final int MEASURED = 12;
  private static final double QUICK = 0.25;
  private static final int ACTIONS_OF_A_RUN = 20;
  private static final Duration AT_MOST = Duration.ofMinutes(5);

  private final Muster muster;
  private final Api api;
  private final int nodes;

  private CheckBench(Muster muster, Api api, int nodes) {
    this.muster = muster;
    this.api = api;
    this.nodes = nodes;
  }

  /**
   * Runs it.
   *
   * @param finished actions of history that are there meanwhile; 0 for none
   * @return {@code wall_s}, {@code cpu_ms_per_node}, and with history the same of before it was
   *     written as {@code empty_…}, and how many times that it takes as {@code ratio_…}
   */
  public static Figures run(Deployment deployment, int nodes, int finished) {
    try (FleetProcess fleet = FleetProcess.start(nodes, Duration.ZERO);
        Muster muster = Muster.start(deployment, Fleet.heap(nodes));
        Api api = new Api(muster.apiUrl())) {
      // A visit to all nodes beside the check would be a chance of time.
      JsonNode rarely = Json.object().put("idleInterval", "PT10M");
      Fleet.register(api, fleet, muster, CLUSTER, new Fleet.Part(0, nodes), rarely);
      CheckBench bench = new CheckBench(muster, api, nodes);
      Figures empty = bench.measure();
      if (finished == 0) {
        return empty;
      }
      bench.fill(finished);
      return bench
          .measure()
          .under("empty_", empty)
          .ratio("ratio_wall", "wall_s", "empty_wall_s")
          .ratio("ratio_cpu", "cpu_ms_per_node", "empty_cpu_ms_per_node");
    }
  }

  /** The history is made of copies of a run. */
  private void fill(int finished) {
    api.apply(StageBench.playbook(CLUSTER, nodes));
    String run = api.startRun(CLUSTER, CLUSTER + "-stage");
    api.awaitCompleted(CLUSTER, run, AT_MOST);
    new HistoryFill(muster.databaseUrl()).fill(finished, Math.max(1, finished / ACTIONS_OF_A_RUN));
  }

  private record Check(double wall, double cpu) {}

  private Figures measure() {
    for (int i = 0; i < WARM_UP; i++) {
      check();
    }
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < MEASURED; i++) {
      checks.add(check());
    }
    return new Figures()
        .put("wall_s", quick(checks, Check::wall))
        .put("cpu_ms_per_node", quick(checks, Check::cpu));
  }

  private static double quick(List<Check> checks, ToDoubleFunction<Check> of) {
    return Figures.quantile(checks.stream().mapToDouble(of).boxed().toList(), QUICK);
  }

  /** From the request to the end that is recorded; whoever asks for it looks in between. */
  private Check check() {
    long cpuBefore = muster.cpuMillis();
    Instant asked = Instant.now();
    JsonNode body = Json.object().put("kind", "cluster.check");
    String id = Json.text(api.post(ApiPath.of("clusters", CLUSTER, "actions"), body), "id");
    JsonNode ended =
        api.await(ApiPath.of("actions", id), AT_MOST, action -> action.has("finishedAt"));
    long cpu = muster.cpuMillis() - cpuBefore;
    if (!Json.text(ended, "state").equals("DONE")
        || ended.path("payload").path("succeeded").asInt() != nodes) {
      throw new IllegalStateException("the check did not succeed: " + ended);
    }
    Duration wall = Duration.between(asked, Instant.parse(Json.text(ended, "finishedAt")));
    return new Check(wall.toMillis() / 1000.0, (double) cpu / nodes);
  }
}
