package dev.muster.agent.node;

import dev.muster.domain.cluster.NodeStatus;
import java.util.Optional;

/**
 * The node as it was when the agent last looked.
 *
 * @param status UP, UNHEALTHY or NODE_DOWN
 * @param reason why it is not up
 */
public record NodeReport(NodeStatus status, Optional<String> reason) {

  /** As it is while nothing can be given to the node; one that is down stays so. */
  public NodeReport withShortage(Optional<String> shortage) {
    return shortage.isPresent() && status != NodeStatus.NODE_DOWN
        ? new NodeReport(NodeStatus.UNHEALTHY, shortage)
        : this;
  }

  /** Nothing to complain about. */
  public static final NodeReport UP = new NodeReport(NodeStatus.UP, Optional.empty());
}
