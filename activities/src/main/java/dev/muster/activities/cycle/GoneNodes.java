package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.run.NodeState;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.StageNodeChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Ends what waits for nodes that were removed from the cluster, or that vanished, each with the
 * reason. A node that vanished counts like one whose agent stays silent; what its agent may have is
 * left to it.
 */
final class GoneNodes {

  private final Records records;
  private final Cluster cluster;

  GoneNodes(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  void end() {
    Map<NodeId, String> why = why();
    if (why.isEmpty()) {
      return;
    }
    List<ActionChange> ended = new ArrayList<>();
    for (ActionBrief action : cluster.attended()) {
      Optional<NodeId> node = action.node().filter(why::containsKey);
      if (node.isPresent() && !isLeftTo(node.get(), action)) {
        ended.add(end(action, node.get(), why.getOrDefault(node.get(), "")));
      }
    }
    cluster.change(ended);
    List<StageNodeChange> nodes = new ArrayList<>();
    for (OpenStage stage : fresh()) {
      stage
          .members()
          .forEach((node, member) -> {
            if (!member.state().isFinal() && why.containsKey(node)) {
              nodes.add(
                  new StageNodeChange(
                      stage.key(),
                      node,
                      hasVanished(node) ? NodeState.UNREACHABLE : NodeState.FAILED,
                      hasVanished(node) ? why.getOrDefault(node, "") : NodeState.GONE,
                      Optional.empty(),
                      cluster.now()));
            }
          });
    }
    cluster.move(nodes);
  }

  /** Whoever removes a node, or says that it vanished, makes the cycle read everything anew. */
  private List<OpenStage> fresh() {
    return cluster.fresh().stream()
        .flatMap(key -> Optional.ofNullable(cluster.stages().get(key)).stream())
        .toList();
  }

  /** The nodes that something waits for, and that are no more. */
  private Map<NodeId, String> why() {
    Map<NodeId, String> why = new HashMap<>();
    Set<NodeId> vanished = new HashSet<>();
    Consumer<NodeId> look =
        node -> {
          if (hasVanished(node)) {
            vanished.add(node);
          } else if (isGone(node)) {
            why.put(node, "the cluster no longer has node " + node);
          }
        };
    cluster.attended().forEach(action -> action.node().ifPresent(look));
    for (OpenStage stage : fresh()) {
      stage
          .members()
          .forEach((node, member) -> {
            if (!member.state().isFinal()) {
              look.accept(node);
            }
          });
    }
    if (!vanished.isEmpty()) {
      Map<NodeId, String> said = records.nodeVisits().whyVanished(cluster.name(), vanished);
      vanished.forEach(node ->
          why.put(
              node,
              "node %s vanished: %s"
                  .formatted(node, said.getOrDefault(node, "its source no longer names it"))));
    }
    return why;
  }

  private boolean isGone(NodeId node) {
    return !cluster.statuses().containsKey(node);
  }

  private boolean hasVanished(NodeId node) {
    return cluster.status(node) == NodeStatus.VANISHED;
  }

  /** Its agent may go on for a while, and be asked what became of it. */
  private boolean isLeftTo(NodeId node, ActionBrief action) {
    return hasVanished(node) && mayBeOnAgent(action);
  }

  /** What Muster itself executes is on no agent: it goes with the node, but for what vanished. */
  private static boolean mayBeOnAgent(ActionBrief action) {
    return action.sentAt().isPresent() || action.state().isOnAgent();
  }

  /** Nobody can ask the agent any more; what it certainly does not have is just not executed. */
  private ActionChange end(ActionBrief action, NodeId node, String why) {
    ActionState to =
        mayBeOnAgent(action) && action.isForAgent()
            ? ActionState.LOST
            : !hasVanished(node)
                    && action.state() == ActionState.PENDING_SCHEDULE
                    && action.step().isEmpty()
                ? ActionState.FAILED
                : ActionState.CANCELLED;
    return new ActionChange(
        action.id(),
        action.state(),
        to,
        cluster.now(),
        Actor.CYCLE,
        to == ActionState.LOST ? why + ", so its agent is not asked any more" : why,
        to == ActionState.FAILED ? ActionOutcome.failed(why, Cause.NONE) : ActionOutcome.NONE);
  }
}
