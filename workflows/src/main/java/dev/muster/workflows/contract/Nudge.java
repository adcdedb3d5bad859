package dev.muster.workflows.contract;

import dev.muster.domain.cluster.NodeId;
import java.util.List;

/**
 * Asks for a cycle now.
 *
 * @param nodes to visit; all when it is empty
 * @param by who asks, for the cycle report
 */
public record Nudge(List<NodeId> nodes, String by) {

  public Nudge {
    nodes = List.copyOf(nodes);
  }
}
