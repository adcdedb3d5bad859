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
 * @param autopilot how plans of k0s Autopilot are taken
 */
public record ClusterSettings(
    Duration idleInterval,
    Duration busyInterval,
    Optional<Integer> maxNodesInWork,
    int agentQueue,
    Duration unreachableAfter,
    AutopilotSettings autopilot) {

  /** Of both intervals. */
  public static final Bounds<Duration> INTERVAL =
      new Bounds<>(Duration.ofMillis(100), Duration.ofDays(1));

  public static final Bounds<Duration> UNREACHABLE_AFTER =
      new Bounds<>(Duration.ofMillis(100), Duration.ofDays(30));

  public static final Bounds<Integer> MAX_NODES_IN_WORK = new Bounds<>(1, 1_000_000);

  public static final Bounds<Integer> AGENT_QUEUE = new Bounds<>(1, 1_000);

  /** What a cluster has that nobody set anything for. */
  public static final ClusterSettings DEFAULT =
      new ClusterSettings(
          Duration.ofSeconds(60),
          Duration.ofSeconds(5),
          Optional.empty(),
          1,
          Duration.ofMinutes(5));

  /**
   * @throws IllegalArgumentException if a value is not within its bounds
   */
  public ClusterSettings {
    INTERVAL.require("idleInterval", idleInterval);
    INTERVAL.require("busyInterval", busyInterval);
    UNREACHABLE_AFTER.require("unreachableAfter", unreachableAfter);
    maxNodesInWork.ifPresent(limit -> MAX_NODES_IN_WORK.require("maxNodesInWork", limit));
    AGENT_QUEUE.require("agentQueue", agentQueue);
  }

  /** Where nothing is said of k0s Autopilot. */
  public ClusterSettings(
      Duration idleInterval,
      Duration busyInterval,
      Optional<Integer> maxNodesInWork,
      int agentQueue,
      Duration unreachableAfter) {
    this(
        idleInterval,
        busyInterval,
        maxNodesInWork,
        agentQueue,
        unreachableAfter,
        AutopilotSettings.DEFAULT);
  }

  /** Settings as a database has them: perhaps from before there were bounds, or set by hand. */
  public record Stored(
      Duration idleInterval,
      Duration busyInterval,
      Optional<Integer> maxNodesInWork,
      int agentQueue,
      Duration unreachableAfter,
      Optional<AutopilotSettings> autopilot) {

    /** These settings with each value that lies beyond its bounds at the nearest one. */
    public ClusterSettings nearest() {
      return new ClusterSettings(
          INTERVAL.nearest(idleInterval),
          INTERVAL.nearest(busyInterval),
          maxNodesInWork.map(MAX_NODES_IN_WORK::nearest),
          AGENT_QUEUE.nearest(agentQueue),
          UNREACHABLE_AFTER.nearest(unreachableAfter),
          autopilot.orElse(AutopilotSettings.DEFAULT));
    }
  }
}
