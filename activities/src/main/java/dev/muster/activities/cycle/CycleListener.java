package dev.muster.activities.cycle;

import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import java.time.Duration;

/** Is told of every cycle, for metrics. Must be quick and must not throw. */
@FunctionalInterface
public interface CycleListener {

  /** Nobody listens. */
  CycleListener NONE = (request, report, took) -> {};

  void cycled(CycleRequest request, CycleReport report, Duration took);
}
