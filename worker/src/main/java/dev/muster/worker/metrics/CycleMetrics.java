package dev.muster.worker.metrics;

import dev.muster.activities.cycle.CycleListener;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;

/** Counts cycles, and what they did, for each cluster. */
public final class CycleMetrics implements CycleListener {

  private final MeterRegistry meters;

  public CycleMetrics(MeterRegistry meters) {
    this.meters = meters;
  }

  @Override
  public void cycled(CycleRequest request, CycleReport report, Duration took) {
    String cluster = request.fence().cluster().value();
    String trigger = request.trigger().name().toLowerCase(Locale.ROOT);
    meters.timer("muster.cycle", "cluster", cluster, "trigger", trigger).record(took);
    count("muster.nodes.synced", cluster, report.figures().synced());
    count("muster.nodes.unreachable", cluster, report.figures().unreachable());
    count("muster.actions.changed", cluster, report.figures().changed());
    count("muster.actions.started", cluster, report.figures().started());
  }

  private void count(String name, String cluster, int amount) {
    meters.counter(name, "cluster", cluster).increment(amount);
  }
}
