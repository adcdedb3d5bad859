package dev.muster.workflows.orchestration;

import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import java.time.Instant;

/** How an orchestration waits between two cycles: for work, for its watch, or for the time. */
interface CycleWait {

  /**
   * Returns when there is work; the time's coming and what a watch saw make some.
   *
   * @param report of the cycle before
   * @param due when the next cycle begins if nothing else happens
   * @param atTheEnd what that cycle is then about
   */
  void forWork(CycleReport report, Instant due, Trigger atTheEnd);

  /** Whether a watch goes on while the next cycle runs, and must be told of what it changes. */
  boolean isWatching();

  /** What it asks of the workflow and tells it. */
  interface Loop {

    boolean hasWork();

    void show(String doing);

    /** Shows why the watch failed. */
    void watchFailed(String why);
  }
}
