package dev.muster.workflows.contract;

import dev.muster.domain.cluster.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a cycle now. Whoever types one by hand may leave everything out.
 *
 * @param nodes to visit; all when it is empty
 * @param by who asks, for the cycle report
 */
public record Nudge(List<NodeId> nodes, String by) {

  public Nudge(@Nullable List<NodeId> nodes, @Nullable String by) {
    this.nodes = nodes == null ? List.of() : List.copyOf(nodes);
    this.by = by == null || by.isBlank() ? "somebody" : by;
  }
}
