package dev.muster.domain.run;

import java.util.List;
import java.util.Optional;

/**
 * A stage's arithmetic, with every percentage already turned into a number of nodes from the
 * targets as they were frozen.
 *
 * @param targets how many nodes the stage has
 * @param concurrency nodes in work at once; at least 1
 * @param batches sizes of the batches in order, their sum being {@code targets}; empty for one
 *     batch
 * @param maxFailures failed nodes that are tolerated; the stage stops starting nodes above it
 * @param minHealthy nodes of the stage that must stay up beside the ones in work; 0 for no limit
 * @param exclusive nothing else may run on the cluster meanwhile
 * @param windows when nodes may start; always when it is empty
 */
public record StageRules(
    int targets,
    int concurrency,
    List<Integer> batches,
    int maxFailures,
    int minHealthy,
    boolean exclusive,
    Optional<SettleRule> settle,
    List<Window> windows) {

  public StageRules {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency: %d (expected: >= 1)".formatted(concurrency));
    }
    if (maxFailures < 0 || minHealthy < 0) {
      throw new IllegalArgumentException(
          "maxFailures: %d, minHealthy: %d (expected: >= 0)".formatted(maxFailures, minHealthy));
    }
    batches = List.copyOf(batches);
    windows = List.copyOf(windows);
  }
}
