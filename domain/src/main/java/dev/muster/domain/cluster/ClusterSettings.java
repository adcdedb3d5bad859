package dev.muster.domain.cluster;

import java.time.Duration;
import java.util.Optional;

/**
 * How a cluster is orchestrated.
 *
 * @param idleInterval time between cycles while nothing is unfinished
 * @param busyInterval longest time between cycles while something is unfinished
 * @param maxNodesInWork nodes that may be worked on at once, over all runs; empty for no limit
 * @param agentQueue unfinished actions that may be on one agent at a time; at least 1
 * @param unreachableAfter how long an agent may stay silent before a stage counts the node as
 *     failed
 */
public record ClusterSettings(
    Duration idleInterval,
    Duration busyInterval,
    Optional<Integer> maxNodesInWork,
    int agentQueue,
    Duration unreachableAfter) {

  /** What a cluster has that nobody set anything for. */
  public static final ClusterSettings DEFAULT =
      new ClusterSettings(
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          Optional.empty(),
          1,
          Duration.ofMinutes(5));

  public ClusterSettings {
    requirePositive("idleInterval", idleInterval);
    requirePositive("busyInterval", busyInterval);
    requirePositive("unreachableAfter", unreachableAfter);
    maxNodesInWork.ifPresent(limit -> requireAtLeastOne("maxNodesInWork", limit));
    requireAtLeastOne("agentQueue", agentQueue);
  }

  private static void requirePositive(String what, Duration value) {
    if (!value.isPositive()) {
      throw new IllegalArgumentException("%s: %s (expected: > 0)".formatted(what, value));
    }
  }

  private static void requireAtLeastOne(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s: %d (expected: >= 1)".formatted(what, value));
    }
  }
}
