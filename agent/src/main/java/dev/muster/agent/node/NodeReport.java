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

  /** Nothing to complain about. */
  public static final NodeReport UP = new NodeReport(NodeStatus.UP, Optional.empty());
}
