package dev.muster.records.logs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import java.time.Instant;
import java.util.Optional;

/**
 * The log of an action.
 *
 * @param fetched up to which byte it was fetched
 * @param failures how often fetching it failed since it is wanted
 * @param error why it failed last, or why it was given up
 * @param changedAt by the database's clock
 */
public record LogRecord(
    ActionId action,
    NodeId node,
    Optional<String> step,
    LogState state,
    long fetched,
    int failures,
    Optional<String> error,
    Instant changedAt) {

  /** Whether it may come soon: it was not asked for in vain. */
  public boolean isComing() {
    return state == LogState.WANTED && failures == 0;
  }
}
