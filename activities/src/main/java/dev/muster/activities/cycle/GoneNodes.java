package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.StageNodeChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends what waits for nodes that were removed from the cluster, each with the reason. */
final class GoneNodes {

  private final Cluster cluster;

  GoneNodes(Cluster cluster) {
    this.cluster = cluster;
  }

  void end() {
    List<ActionChange> ended = new ArrayList<>();
    for (ActionBrief action : cluster.attended()) {
      action.node().filter(this::isGone).ifPresent(node -> ended.add(end(action, node)));
    }
    cluster.change(ended);
    List<StageNodeChange> nodes = new ArrayList<>();
    // Whoever removes a node makes the cycle read everything anew.
    for (StageKey key : cluster.fresh()) {
      Optional.ofNullable(cluster.stages().get(key)).ifPresent(stage -> nodes.addAll(end(stage)));
    }
    cluster.move(nodes);
  }

  private List<StageNodeChange> end(OpenStage stage) {
    List<StageNodeChange> nodes = new ArrayList<>();
    stage
        .members()
        .forEach((node, member) -> {
          if (!member.state().isFinal() && isGone(node)) {
            nodes.add(
                new StageNodeChange(
                    stage.key(),
                    node,
                    NodeState.FAILED,
                    "the cluster no longer has this node",
                    Optional.empty(),
                    cluster.now()));
          }
        });
    return nodes;
  }

  private boolean isGone(NodeId node) {
    return !cluster.statuses().containsKey(node);
  }

  /** Nobody can ask the agent any more; what it certainly does not have is just not executed. */
  private ActionChange end(ActionBrief action, NodeId node) {
    boolean mayBeOnAgent = action.sentAt().isPresent() || action.state().isOnAgent();
    String why = "the cluster no longer has node " + node;
    ActionState to =
        mayBeOnAgent
            ? ActionState.LOST
            : action.state() == ActionState.PENDING_SCHEDULE && action.step().isEmpty()
                ? ActionState.FAILED
                : ActionState.CANCELLED;
    return new ActionChange(
        action.id(),
        action.state(),
        to,
        cluster.now(),
        Actor.CYCLE,
        mayBeOnAgent ? why + ", so its agent is not asked any more" : why,
        to == ActionState.FAILED ? ActionOutcome.failed(why, Cause.NONE) : ActionOutcome.NONE);
  }
}
