package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.bench.process.PlanWatcher;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A plan of k0s Autopilot over many workers, which a watcher follows, beside a stage of a playbook
 * over the same nodes; and the time from the end of a worker's chain to the next worker's first
 * action, beside hand-offs between stages. What agents do takes no time in the first part, and 50
 * ms in the second.
 */
public final class PlanBench {

  private static final String MANY = "many";
  private static final String FEW = "few";
  private static final int FEW_NODES = 5;
  private static final int COMMANDS = 10;
  private static final Duration ACTION = Duration.ofMillis(50);
  private static final Duration AT_MOST = Duration.ofMinutes(10);

  private final Muster muster;
  private final Api api;

  private PlanBench(Muster muster, Api api) {
    this.muster = muster;
    this.api = api;
  }

  /**
   * Runs it.
   *
   * @return {@code cpu_ms_per_node} and {@code wall_s} of the plan, the same of the stage as {@code
   *     stage_…}, {@code ratio_to_stage} of the CPU, {@code seen} statuses by the watcher; {@code
   *     signal_median_ms} and {@code handoff_median_ms}
   */
  public static Figures run(Deployment deployment, int nodes, int concurrent) {
    try (FleetProcess quick = FleetProcess.start(nodes, Duration.ZERO);
        FleetProcess slow = FleetProcess.start(FEW_NODES, ACTION);
        Muster muster = Muster.start(deployment, Fleet.heap(nodes));
        Api api = new Api(muster.apiUrl())) {
      PlanBench bench = new PlanBench(muster, api);
      // A visit to all nodes is what bench sync measures.
      JsonNode rarely = Json.object().put("idleInterval", "PT10M");
      Optional<String> worker = Optional.of("worker");
      Fleet.register(api, quick, MANY, new Fleet.Part(0, nodes, worker), rarely);
      Fleet.register(api, slow, FEW, new Fleet.Part(0, FEW_NODES, worker), Json.object());
      return bench
          .many(nodes, concurrent)
          .ratio("ratio_to_stage", "cpu_ms_per_node", "stage_cpu_ms_per_node")
          .under("", bench.few(slow));
    }
  }

  private Figures many(int nodes, int concurrent) {
    api.apply(StageBench.playbook(MANY, concurrent));
    stage();
    long beforeStage = muster.cpuMillis();
    JsonNode staged = stage();
    long stage = muster.cpuMillis() - beforeStage;
    try (PlanWatcher watcher = new PlanWatcher(muster.apiUrl(), MANY)) {
      plan(MANY, "warm-up", 1, concurrent);
      long beforePlan = muster.cpuMillis();
      int seenBefore = watcher.seen();
      JsonNode planned = plan(MANY, "measured", 1, concurrent);
      long plan = muster.cpuMillis() - beforePlan;
      return new Figures()
          .put("cpu_ms_per_node", (double) plan / nodes)
          .put("wall_s", seconds(planned))
          .put("stage_cpu_ms_per_node", (double) stage / nodes)
          .put("stage_wall_s", seconds(staged))
          .put("seen", watcher.seen() - seenBefore);
    }
  }

  private JsonNode stage() {
    return api.awaitCompleted(MANY, api.startRun(MANY, MANY + "-stage"), AT_MOST);
  }

  private static double seconds(JsonNode run) {
    return StageBench.wall(List.of(run)).toMillis() / 1000.0;
  }

  /** Both on the simulator's clock. */
  private Figures few(FleetProcess fleet) {
    api.apply(HandoffBench.playbook(FEW_NODES));
    api.awaitCompleted(FEW, api.startRun(FEW, "bench-handoff"), AT_MOST);
    String handoffs = api.startRun(FEW, "bench-handoff");
    api.awaitCompleted(FEW, handoffs, AT_MOST);
    JsonNode plan = plan(FEW, "few", COMMANDS, 1);
    List<Double> signals =
        HandoffBench.gaps(
            HandoffBench.inOrder(fleet.journal(), Json.text(plan, "id")),
            next -> Json.text(next, "step").equals("probe"));
    if (signals.size() != COMMANDS * FEW_NODES - 1) {
      throw new IllegalStateException("saw " + signals.size() + " signals");
    }
    return new Figures()
        .put("signal_median_ms", Figures.quantile(signals, 0.5))
        .put(
            "handoff_median_ms",
            Figures.quantile(
                HandoffBench.gaps(HandoffBench.inOrder(fleet.journal(), handoffs), next -> true),
                0.5));
  }

  /** Applies a plan and waits for its end; its run as lists show it. */
  private JsonNode plan(String cluster, String name, int commands, int concurrent) {
    JsonNode made =
        api.post(
            ApiPath.of("clusters", cluster, "autopilot", "plans"),
            document(name, commands, concurrent));
    JsonNode ended = api.awaitCompleted(cluster, Json.text(made, "run"), AT_MOST);
    ApiPath path = ApiPath.of("clusters", cluster, "autopilot", "plans", name);
    api.await(path, AT_MOST, seen -> Json.text(seen, "state").equals("Completed"));
    return ended;
  }

  private static JsonNode document(String name, int commands, int concurrent) {
    ObjectNode plan =
        Json.object().put("apiVersion", "autopilot.k0sproject.io/v1beta2").put("kind", "Plan");
    plan.putObject("metadata").put("name", name);
    ObjectNode spec = plan.putObject("spec").put("id", name).put("timestamp", "now");
    ArrayNode list = spec.putArray("commands");
    for (int i = 0; i < commands; i++) {
      ObjectNode update = list.addObject().putObject("k0supdate").put("version", "v1.36.0+k0s.0");
      update
          .putObject("platforms")
          .putObject("linux-amd64")
          .put("url", "http://127.0.0.1:9/k0s-" + i);
      ObjectNode workers = update.putObject("targets").putObject("workers");
      workers.putObject("discovery").putObject("selector");
      workers.putObject("limits").put("concurrent", concurrent);
    }
    return plan;
  }
}
