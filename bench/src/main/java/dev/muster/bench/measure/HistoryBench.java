package dev.muster.bench.measure;

import dev.muster.bench.fleet.FleetServer;
import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.JsonNode;

/**
 * Two installations side by side, one with years of history and one without: a stage, every list of
 * the API and a follower, in turns, so that what else the machine does falls on both.
 */
public final class HistoryBench {

  private static final String CLUSTER = "bench";
  private static final String PLAYBOOK = CLUSTER + "-stage";
  private static final int STAGES = 15;
  private static final int WARM_UP = 40;
  private static final int ASKED = 300;
  private static final double QUICK = 0.1;
  private static final Duration AT_MOST = Duration.ofMinutes(10);

  private final Consumer<String> say;
  private final Map<String, Double> ratios = new LinkedHashMap<>();
  private final Figures figures = new Figures();

  private HistoryBench(Consumer<String> say) {
    this.say = say;
  }

  /**
   * What is measured.
   *
   * @param actions finished ones, in the installation with history
   * @param runs over which they are spread
   * @param nodes of the stage
   * @param concurrency nodes of the stage in work at once
   */
  public record Size(int actions, int runs, int nodes, int concurrency) {}

  /**
   * Runs it.
   *
   * @return {@code empty_…}, {@code full_…} and {@code ratio_…} of all that is measured, and {@code
   *     ratio_worst}
   */
  public static Figures run(Size size, Consumer<String> say) {
    try (Side empty = Side.start(size);
        Side full = Side.start(size)) {
      HistoryBench bench = new HistoryBench(say);
      say.accept(full.fill(size));
      say.accept(empty.settle());
      bench.stages(empty, full);
      bench.lists(empty, full);
      bench.figures.under("", full.remove(size.runs()));
      return bench.result();
    }
  }

  private void stages(Side empty, Side full) {
    List<Stage> without = new ArrayList<>();
    List<Stage> with = new ArrayList<>();
    for (int round = 0; round < STAGES; round++) {
      without.add(empty.stage());
      with.add(full.stage());
    }
    compare("stage_wall_s", each(without, Stage::wall), each(with, Stage::wall));
    compare("stage_cpu_ms_per_node", each(without, Stage::cpu), each(with, Stage::cpu));
  }

  private static List<Double> each(List<Stage> stages, ToDoubleFunction<Stage> of) {
    return stages.stream().mapToDouble(of).boxed().toList();
  }

  private void lists(Side empty, Side full) {
    for (String name : empty.paths().keySet()) {
      List<Double> without = new ArrayList<>();
      List<Double> with = new ArrayList<>();
      for (int round = 0; round < WARM_UP + ASKED; round++) {
        boolean first = round % 2 == 0;
        Answered one = (first ? empty : full).ask(name);
        Answered other = (first ? full : empty).ask(name);
        requireAlike(name, one, other);
        if (round >= WARM_UP) {
          without.add((first ? one : other).millis());
          with.add((first ? other : one).millis());
        }
      }
      compare(name + "_ms", without, with);
    }
  }

  /** A longer answer costs more by itself. */
  private static void requireAlike(String name, Answered one, Answered other) {
    if (one.items() != other.items()) {
      throw new IllegalStateException(
          "%s: %d items in one installation and %d in the other (expected: as many)"
              .formatted(name, one.items(), other.items()));
    }
  }

  /** By the quick ones: what else the machine does only ever adds. */
  private void compare(String name, List<Double> without, List<Double> with) {
    double empty = Figures.quantile(without, QUICK);
    double full = Figures.quantile(with, QUICK);
    double ratio = full / empty;
    ratios.put(name, ratio);
    figures.put("empty_" + name, empty).put("full_" + name, full).put("ratio_" + name, ratio);
    say.accept("  %-34s %9.3f %9.3f  %5.2f".formatted(name, empty, full, ratio));
  }

  private Figures result() {
    double worst = ratios.values().stream().mapToDouble(ratio -> ratio).max().orElseThrow();
    return figures.put("ratio_worst", worst);
  }

  private record Stage(double wall, double cpu) {}

  private record Answered(double millis, int items) {}

  /** One of the two installations, with a fleet of its own. */
  private static final class Side implements AutoCloseable {

    private final FleetProcess fleet;
    private final Muster muster;
    private final Api api;
    private final int nodes;
    private final Map<String, ApiPath> paths = new LinkedHashMap<>();
    private String run;

    private Side(FleetProcess fleet, Muster muster, Size size) {
      this.fleet = fleet;
      this.muster = muster;
      this.api = new Api(muster.apiUrl());
      this.nodes = size.nodes();
      Fleet.register(api, fleet, CLUSTER, nodes, Json.object());
      api.apply(StageBench.playbook(CLUSTER, size.concurrency()));
      this.run = api.startRun(CLUSTER, PLAYBOOK);
      api.awaitCompleted(CLUSTER, run, AT_MOST);
    }

    static Side start(Size size) {
      FleetProcess fleet = FleetProcess.start(size.nodes(), Duration.ZERO);
      return new Side(fleet, Muster.start(new Deployment.Embedded()), size);
    }

    String fill(Size size) {
      Instant began = Instant.now();
      long bytes = new HistoryFill(muster.databaseUrl()).fill(size.actions(), size.runs());
      return "%,d actions of %,d runs: %,d MB, written in %d s"
          .formatted(
              size.actions(),
              size.runs(),
              bytes >> 20,
              Duration.between(began, Instant.now()).toSeconds());
    }

    String settle() {
      long bytes = new HistoryFill(muster.databaseUrl()).settle();
      return "without history: %,d MB".formatted(bytes >> 20);
    }

    Figures remove(int runs) {
      return new RemovalBench(api, muster.databaseUrl()).run(runs, () -> stage().wall());
    }

    Stage stage() {
      long before = muster.cpuMillis();
      run = api.startRun(CLUSTER, PLAYBOOK);
      JsonNode ended = api.awaitCompleted(CLUSTER, run, AT_MOST);
      long cpu = muster.cpuMillis() - before;
      return new Stage(StageBench.wall(List.of(ended)).toMillis() / 1000.0, (double) cpu / nodes);
    }

    Answered ask(String name) {
      ApiPath path = Optional.ofNullable(paths().get(name)).orElseThrow();
      long began = System.nanoTime();
      int items = name.equals("follower") ? api.follow(path) : api.get(path).path("items").size();
      return new Answered((System.nanoTime() - began) / 1e6, items);
    }

    /** Every list, also of what there is none of, and a page in the middle. */
    Map<String, ApiPath> paths() {
      if (paths.isEmpty()) {
        ApiPath runs = ApiPath.of("runs").with("limit", "5");
        ApiPath audit = ApiPath.of("audit");
        paths.put("clusters", ApiPath.of("clusters"));
        paths.put("nodes", ApiPath.of("clusters", CLUSTER, "nodes"));
        paths.put("cycles", ApiPath.of("clusters", CLUSTER, "cycles").with("limit", "10"));
        paths.put("playbooks", ApiPath.of("playbooks"));
        paths.put("playbook_versions", ApiPath.of("playbooks", PLAYBOOK, "versions"));
        paths.put("runs", runs);
        paths.put("runs_of_cluster", runs.with("cluster", CLUSTER));
        paths.put("runs_of_playbook", runs.with("playbook", PLAYBOOK));
        paths.put("runs_completed", runs.with("state", "Completed"));
        paths.put("runs_paused", runs.with("state", "Paused"));
        paths.put("runs_cancelled", runs.with("state", "Cancelled"));
        paths.put("runs_open", runs.with("open", "true"));
        paths.put("runs_over", runs.with("open", "false"));
        actionPaths();
        paths.put("audit", audit);
        paths.put("audit_of_cluster", audit.with("cluster", CLUSTER));
        paths.put("audit_of_run", audit.with("run", run));
        paths.put("follower", ApiPath.of("runs", run, "events"));
      }
      return paths;
    }

    private void actionPaths() {
      ApiPath actions = ApiPath.of("actions");
      String marker = Json.text(api.get(actions.with("limit", "500")), "next");
      paths.put("actions", actions);
      paths.put("actions_next_page", actions.with("marker", marker));
      paths.put("actions_of_cluster", actions.with("cluster", CLUSTER));
      paths.put(
          "actions_of_node",
          actions.with("cluster", CLUSTER).with("node", FleetServer.nodeId(0)).with("limit", "5"));
      paths.put("actions_of_run", actions.with("run", run));
      paths.put("actions_done", actions.with("state", "DONE"));
      paths.put("actions_running", actions.with("state", "RUNNING"));
      paths.put("actions_lost", actions.with("state", "LOST"));
      paths.put("actions_lost_of_cluster", actions.with("cluster", CLUSTER).with("state", "LOST"));
      paths.put("actions_of_kind", actions.with("kind", "test.success"));
      paths.put("actions_of_no_kind", actions.with("kind", "test.none"));
    }

    @Override
    public void close() {
      api.close();
      muster.close();
      fleet.close();
    }
  }
}
