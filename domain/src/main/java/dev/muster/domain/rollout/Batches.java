package dev.muster.domain.rollout;

import java.util.ArrayList;
import java.util.List;

/** Batches with a barrier between them: the next begins when every node of this one is finished. */
public final class Batches {

  private Batches() {}

  /**
   * The sizes of the batches, in order; their sum is {@code targets}. Every percentage refers to
   * all targets, is rounded down and gives at least 1; the last share repeats until every node has
   * its batch.
   *
   * @param shares one batch of all nodes when it is empty
   */
  public static List<Integer> sizes(List<Share> shares, int targets) {
    if (targets < 0) {
      throw new IllegalArgumentException("targets: %d (expected: >= 0)".formatted(targets));
    }
    if (shares.isEmpty()) {
      return targets == 0 ? List.of() : List.of(targets);
    }
    List<Integer> sizes = new ArrayList<>();
    int left = targets;
    for (int i = 0; left > 0; i++) {
      Share share = shares.get(Math.min(i, shares.size() - 1));
      int size = Math.min(left, share.atLeastOne(targets));
      sizes.add(size);
      left -= size;
    }
    return List.copyOf(sizes);
  }
}
