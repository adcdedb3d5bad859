package dev.muster.bench.measure;

import dev.muster.bench.fleet.FleetServer;
import dev.muster.bench.process.Api;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.SoakedMuster;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Days of one busy cluster in minutes. A busy day is 1,440 cycles of a cluster where nothing
 * happens (one a minute) and 24 runs over ten nodes (one an hour); what both write into histories
 * is measured first. Then several clusters run as fast as they go until they have written as many
 * events as so many days would. How much memory the process has is looked at once a day.
 */
public final class SoakBench {

  private static final int NODES = 10;
  private static final int LANES = 6;
  private static final int CYCLES_A_DAY = 1_440;
  private static final int RUNS_A_DAY = 24;
  private static final Duration RUN_AT_MOST = Duration.ofMinutes(2);
  private static final Duration CALM = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final String CYCLES = "muster_cycle_seconds_count";
  private static final String REPLACEMENTS = "muster_engine_replacements_total";

  private final SoakedMuster muster;
  private final Api api;
  private final Consumer<String> say;
  private final AtomicLong runs = new AtomicLong();
  private final AtomicBoolean stop = new AtomicBoolean();
  private double eventsOfCycle;
  private double eventsOfRun;
  private double eventsOfDay;
  private double longestSilence;

  private SoakBench(SoakedMuster muster, Api api, Consumer<String> say) {
    this.muster = muster;
    this.api = api;
    this.say = say;
  }

  /**
   * Runs it.
   *
   * @param say is told a line for each day
   * @return {@code days}, {@code events_per_day}, {@code replacements}, {@code rss_mb_first},
   *     {@code rss_mb_last}, {@code longest_silence_s}, {@code heap_mb_first}, {@code
   *     heap_mb_last}, {@code heap_mb_most}
   */
  public static Figures run(int days, Consumer<String> say) {
    try (FleetProcess fleet = FleetProcess.start(NODES * LANES, Duration.ZERO);
        SoakedMuster muster = SoakedMuster.start();
        Api api = new Api(muster.apiUrl())) {
      SoakBench bench = new SoakBench(muster, api, say);
      bench.prepare(fleet);
      bench.measureDay();
      return bench.soak(days);
    }
  }

  private void prepare(FleetProcess fleet) {
    for (int lane = 0; lane < LANES; lane++) {
      api.post(ApiPath.of("clusters"), cluster(lane));
      for (int node = 0; node < NODES; node++) {
        int index = lane * NODES + node;
        api.post(
            ApiPath.of("clusters", "soak-" + lane, "nodes"),
            Json.object()
                .put("id", FleetServer.nodeId(index))
                .put("agent", "http://" + FleetServer.address(index) + ":" + fleet.port()));
      }
      api.await(
          ApiPath.of("clusters", "soak-" + lane),
          RUN_AT_MOST,
          seen -> Json.number(seen, "nodesUp") == NODES);
    }
    api.apply(
        """
        apiVersion: muster/v1
        kind: Playbook
        metadata: {name: soak}
        stages:
          - name: all
            targets: {select: ""}
            concurrency: 2
            steps:
              - {name: drain, action: test.success}
              - {name: work, action: test.success}
        """);
  }

  /** The first one ticks every second, so that idle cycles can be measured on it. */
  private static ObjectNode cluster(int lane) {
    ObjectNode body = Json.object().put("name", "soak-" + lane);
    body.putObject("settings").put("idleInterval", lane == 0 ? "PT1S" : "PT1M");
    return body;
  }

  private void measureDay() {
    try (Histories histories = new Histories(muster.temporalAddress())) {
      Api.pause(CALM);
      double idle = perCycle(histories, () -> Api.pause(CALM));
      String[] run = new String[1];
      double before = muster.metric(CYCLES);
      eventsOfCycle = perCycle(histories, () -> run[0] = completed("soak-0"));
      double cyclesOfRun = muster.metric(CYCLES) - before;
      eventsOfRun = histories.of("playbook/" + run[0]).events();
      eventsOfDay = CYCLES_A_DAY * idle + RUNS_A_DAY * (eventsOfRun + cyclesOfRun * eventsOfCycle);
      // The events of a cycle in a run are the fewer ones, so the days are rather too long.
      eventsOfCycle = Math.min(idle, eventsOfCycle);
      say.accept(
          "a busy day: %.0f events (%d idle cycles of %.1f, %d runs of %.0f and %.0f cycles)"
              .formatted(eventsOfDay, CYCLES_A_DAY, idle, RUNS_A_DAY, eventsOfRun, cyclesOfRun));
    }
  }

  private double perCycle(Histories histories, Runnable meanwhile) {
    long events = histories.of("orchestration/soak-0").events();
    long cycle = cycle();
    meanwhile.run();
    return (double) (histories.of("orchestration/soak-0").events() - events) / (cycle() - cycle);
  }

  private long cycle() {
    return api.get(ApiPath.of("clusters", "soak-0", "cycles").with("limit", "1"))
        .path("items")
        .path(0)
        .path("cycle")
        .asLong();
  }

  private String completed(String cluster) {
    String run = api.startRun(cluster, "soak");
    api.awaitCompleted(cluster, run, RUN_AT_MOST);
    runs.incrementAndGet();
    return run;
  }

  private Figures soak(int days) {
    double cyclesBefore = muster.metric(CYCLES);
    long runsBefore = runs.get();
    List<Memory> memory = new ArrayList<>(List.of(memory(0)));
    Instant busySince = Instant.now();
    List<Thread> lanes = startLanes();
    int day = 0;
    while (day < days) {
      requireAlive(lanes);
      Api.pause(LOOK_EVERY);
      longestSilence = Math.max(longestSilence, silence(busySince));
      double events =
          (muster.metric(CYCLES) - cyclesBefore) * eventsOfCycle
              + (runs.get() - runsBefore) * eventsOfRun;
      int reached = (int) Math.min(days, events / eventsOfDay);
      if (reached > day) {
        day = reached;
        memory.add(memory(day));
      }
    }
    Figures figures = figures(days, memory);
    end(lanes);
    return figures;
  }

  /** Each lane completes its run, so that it asks nobody who has ended. */
  private void end(List<Thread> lanes) {
    stop.set(true);
    for (Thread lane : lanes) {
      try {
        lane.join(RUN_AT_MOST);
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /**
   * How long ago the last cycle of the most silent cluster began; all of them have work since
   * {@code busySince}, and may have slept before.
   */
  private double silence(Instant busySince) {
    return IntStream.range(0, LANES)
        .mapToObj(lane -> ApiPath.of("clusters", "soak-" + lane, "cycles").with("limit", "1"))
        .map(
            path -> Instant.parse(api.get(path).path("items").path(0).path("startedAt").asString()))
        .map(began -> began.isBefore(busySince) ? busySince : began)
        .mapToDouble(began -> Duration.between(began, Instant.now()).toMillis() / 1_000.0)
        .max()
        .orElseThrow();
  }

  private List<Thread> startLanes() {
    return IntStream.range(0, LANES)
        .mapToObj(lane ->
            Thread.ofVirtual()
                .start(() -> {
                  while (!stop.get()) {
                    completed("soak-" + lane);
                  }
                }))
        .toList();
  }

  private Figures figures(int days, List<Memory> memory) {
    return new Figures()
        .put("days", (long) days)
        .put("events_per_day", Math.round(eventsOfDay))
        .put("runs", runs.get())
        .put("replacements", (long) muster.metric(REPLACEMENTS))
        .put("longest_silence_s", longestSilence)
        .put("heap_mb_first", memory.getFirst().heap())
        .put("heap_mb_last", memory.getLast().heap())
        .put("heap_mb_most", memory.stream().mapToDouble(Memory::heap).max().orElseThrow())
        .put("rss_mb_first", memory.getFirst().resident())
        .put("rss_mb_last", memory.getLast().resident());
  }

  private static void requireAlive(List<Thread> lanes) {
    for (Thread lane : lanes) {
      if (!lane.isAlive()) {
        throw new IllegalStateException("a run did not complete; see above");
      }
    }
  }

  private record Memory(double heap, double resident) {}

  private Memory memory(int day) {
    Memory memory = new Memory(muster.heapAfterGcMegabytes(), muster.residentMegabytes());
    say.accept(
        "day %2d: heap after GC %4.0f MB, resident %4.0f MB, engine %4.0f MB by its own count, %d replacements, %d runs"
            .formatted(
                day,
                memory.heap(),
                memory.resident(),
                muster.metric("muster_engine_memory_bytes") / (1 << 20),
                (long) muster.metric(REPLACEMENTS),
                runs.get()));
    return memory;
  }
}
