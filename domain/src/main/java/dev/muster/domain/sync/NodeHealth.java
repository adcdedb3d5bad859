package dev.muster.domain.sync;

import dev.muster.domain.cluster.NodeStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * How a node is, as its agent's answers show it.
 *
 * @param reason why the node is not UP, if the agent says so
 * @param upSince since when every look found it UP; empty while it is not
 */
public record NodeHealth(NodeStatus status, Optional<String> reason, Optional<Instant> upSince) {

  /** A node at which nobody has looked. */
  public static final NodeHealth UNSEEN =
      new NodeHealth(NodeStatus.UNKNOWN, Optional.empty(), Optional.empty());

  /** After the agent answered. */
  public NodeHealth answered(NodeStatus reported, Optional<String> why, Instant now) {
    boolean up = reported == NodeStatus.UP;
    return new NodeHealth(
        reported,
        up ? Optional.empty() : why,
        up ? upSince.or(() -> Optional.of(now)) : Optional.empty());
  }
}
