package dev.muster.bench.measure;

import dev.muster.bench.process.Api;
import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.FleetProcess;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;

/** What a cluster costs where nothing happens: cycles by the interval alone. */
public final class IdleBench {

  private static final Duration WATCHED = Duration.ofSeconds(20);

  private IdleBench() {}

  /**
   * Runs it with an interval of one second.
   *
   * @return {@code events_per_tick}, {@code cpu_ms_per_tick}, {@code ticks}
   */
  public static Figures run(Deployment deployment, int nodes) {
    try (FleetProcess fleet = FleetProcess.start(nodes, Duration.ZERO);
        Muster muster = Muster.start(deployment);
        Api api = new Api(muster.apiUrl());
        Histories histories = new Histories(muster.temporalAddress())) {
      Fleet.register(api, fleet, "bench", nodes, Json.object().put("idleInterval", "PT1S"));
      Api.pause(Duration.ofSeconds(5));
      long ticksBefore = cycle(api);
      long eventsBefore = histories.of("orchestration/bench").events();
      long cpuBefore = muster.cpuMillis();
      Api.pause(WATCHED);
      long ticks = cycle(api) - ticksBefore;
      long events = histories.of("orchestration/bench").events() - eventsBefore;
      long cpu = muster.cpuMillis() - cpuBefore;
      return new Figures()
          .put("events_per_tick", (double) events / ticks)
          .put("cpu_ms_per_tick", (double) cpu / ticks)
          .put("ticks", ticks);
    }
  }

  private static long cycle(Api api) {
    return api.get(ApiPath.of("clusters", "bench", "cycles").with("limit", "1"))
        .path("items")
        .path(0)
        .path("cycle")
        .asLong();
  }
}
