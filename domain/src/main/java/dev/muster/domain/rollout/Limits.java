package dev.muster.domain.rollout;

/** A stage's limits as numbers of nodes, from what the playbook says and the targets as frozen. */
public final class Limits {

  private Limits() {}

  /** Nodes in work at once: rounded down, at least 1. */
  public static int concurrency(Share share, int targets) {
    return share.atLeastOne(targets);
  }

  /** Failed nodes that are tolerated: rounded down, and 0 is a budget too. */
  public static int maxFailures(Share share, int targets) {
    return share.truncated(targets);
  }

  /**
   * Nodes that must stay up beside the ones in work: rounded up. A part of less than the whole
   * always leaves one node that may be taken, or a stage of one or two nodes could never begin.
   */
  public static int minHealthy(Share share, int targets) {
    int rounded = share.roundedUp(targets);
    boolean part = share.unit() == Share.Unit.PERCENT && share.amount() < 100;
    return part ? Math.min(rounded, Math.max(0, targets - 1)) : rounded;
  }
}
