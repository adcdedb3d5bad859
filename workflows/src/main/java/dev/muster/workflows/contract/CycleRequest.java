package dev.muster.workflows.contract;

import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import java.util.List;

/**
 * One cycle to do.
 *
 * @param nodes to visit; when it is empty, all, but with {@link Trigger#COMMAND} none, because a
 *     command needs no agent's news, and with {@link Trigger#REVIEW} those that settle
 * @param commands to carry out first, in order
 */
public record CycleRequest(
    Fence fence, Trigger trigger, List<NodeId> nodes, List<ActionCommand> commands) {

  /** What made a cycle happen. */
  public enum Trigger {
    START,
    INTERVAL,
    NUDGE,
    WATCH,
    COMMAND,
    REVIEW
  }

  public CycleRequest {
    nodes = List.copyOf(nodes);
    commands = List.copyOf(commands);
  }
}
