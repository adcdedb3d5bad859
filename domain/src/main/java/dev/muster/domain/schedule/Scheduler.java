package dev.muster.domain.schedule;

import dev.muster.domain.schedule.ClusterView.Claim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which of a cluster's actions may start now. A pure function of its arguments: no clock,
 * no I/O, no state. Every action that waits to be sent gets exactly one verdict, so nothing waits
 * without a reason; the cost grows with the number of actions and of nodes in open stages.
 */
public final class Scheduler {

  private Scheduler() {}

  /**
   * Judges the waiting actions one after the other, each seeing what those before it took.
   *
   * <p>The order of service is that of {@link ClusterView#actions}; but within a stage nodes that
   * are not UP come first, because working on them costs no capacity.
   */
  public static Decision decide(ClusterView view, Instant now) {
    List<Claim> waiting = ServiceOrder.of(view);
    if (waiting.isEmpty()) {
      return new Decision(List.of(), Optional.empty());
    }
    Judge judge = new Judge(view, now);
    List<Verdict> verdicts = new ArrayList<>(waiting.size());
    for (Claim claim : waiting) {
      verdicts.add(judge.verdict(claim));
    }
    return new Decision(List.copyOf(verdicts), judge.reviewAt());
  }
}
