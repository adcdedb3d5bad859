package dev.muster.domain.sync;

import dev.muster.domain.cluster.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How a node is, as its agent's answers and silences show it.
 *
 * @param reason why the node is not UP, if the agent says so, or the error of the last request
 * @param upSince since when every look found it UP; empty while it is not
 * @param silentSince since when its agent has not answered; empty while it answers
 * @param failedLooks how many looks in a row found the agent silent
 */
public record NodeHealth(
    NodeStatus status,
    Optional<String> reason,
    Optional<Instant> upSince,
    Optional<Instant> silentSince,
    int failedLooks) {

  /** A node at which nobody has looked. */
  public static final NodeHealth UNSEEN =
      new NodeHealth(NodeStatus.UNKNOWN, Optional.empty(), Optional.empty(), Optional.empty(), 0);

  /** After the agent answered. */
  public NodeHealth answered(NodeStatus reported, Optional<String> why, Instant now) {
    boolean up = reported == NodeStatus.UP;
    return new NodeHealth(
        reported,
        up ? Optional.empty() : why,
        up ? upSince.or(() -> Optional.of(now)) : Optional.empty(),
        Optional.empty(),
        0);
  }

  /** After the agent did not answer; one silence breaks the time that the node is up. */
  public NodeHealth silent(String error, Instant now) {
    return new NodeHealth(
        NodeStatus.UNREACHABLE,
        Optional.of(error),
        Optional.empty(),
        silentSince.or(() -> Optional.of(now)),
        failedLooks + 1);
  }

  /** Whether it has been silent for so long that a stage counts the node as failed. */
  public boolean isUnreachable(Duration after, Instant now) {
    return silentSince.filter(since -> Silence.isTooLong(since, after, now)).isPresent();
  }
}
