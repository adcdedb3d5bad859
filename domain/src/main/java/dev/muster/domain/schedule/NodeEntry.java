package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.schedule.ClusterView.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A node during one decision: what is on its agent, and who works on it. */
final class NodeEntry {

  final NodeId id;
  final NodeStatus status;
  private final boolean known;

  /** Open stages that have this node among theirs; only kept while the node is UP. */
  final List<StageTally> countedAsHealthyBy = new ArrayList<>(1);

  /** Unfinished actions that are on the agent, or may be. */
  int onAgent;

  /** Whether anything works on it, or a run is between two of its steps on it. */
  boolean inWork;

  /** The stage whose steps the node is between the first and the last of, settling included. */
  Optional<StageTally> holder = Optional.empty();

  /** The first waiting action that keeps its place before all later ones. */
  Optional<Claim> firstInLine = Optional.empty();

  private Optional<Claim> front = Optional.empty();

  /** A node as the cluster has it; without a status, the cluster has no such node. */
  NodeEntry(NodeId id, Optional<NodeStatus> status) {
    this.id = id;
    this.status = status.orElse(NodeStatus.UNKNOWN);
    this.known = status.isPresent();
  }

  /** Counts an action that is on the agent; the one that executes, or is paused, is in front. */
  void add(Claim claim) {
    onAgent++;
    boolean executes =
        claim.state() == ActionState.RUNNING || claim.state() == ActionState.SUSPENDED;
    if (front.isEmpty() || executes) {
      front = Optional.of(claim);
    }
  }

  Optional<Claim> front() {
    return front;
  }

  boolean isKnown() {
    return known;
  }

  boolean isUp() {
    return status == NodeStatus.UP;
  }
}
