package dev.muster.workflows.contract;

import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One cycle to do.
 *
 * @param nodes to visit; when it is empty, all, but with {@link Trigger#COMMAND} none, because a
 *     command needs no agent's news, and with {@link Trigger#REVIEW} those that settle
 * @param commands to carry out first, in order
 * @param startedAt on the engine's clock, so that the report of a cycle in batches counts all of
 *     it; empty from executions that began before this was told
 * @param watching whether a watch goes on beside this cycle; off from executions that began before
 *     this was told
 */
public record CycleRequest(
    Fence fence,
    Trigger trigger,
    List<NodeId> nodes,
    List<ActionCommand> commands,
    Optional<Instant> startedAt,
    Watching watching) {

  /** Whether a watch goes on beside a cycle, and is to be told what the cycle changes. */
  public enum Watching {
    ON,
    OFF
  }

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
    watching = Objects.requireNonNullElse(watching, Watching.OFF);
  }

  /** A cycle that starts when it is carried out. */
  public CycleRequest(
      Fence fence, Trigger trigger, List<NodeId> nodes, List<ActionCommand> commands) {
    this(fence, trigger, nodes, commands, Optional.empty(), Watching.OFF);
  }
}
