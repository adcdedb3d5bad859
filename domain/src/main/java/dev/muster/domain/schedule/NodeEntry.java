package dev.muster.domain.schedule;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.schedule.ClusterView.Claim;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

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
  private Optional<StageTally> holder = Optional.empty();

  /** The first waiting action that keeps its place before all later ones. */
  private Optional<Claim> firstInLine = Optional.empty();

  private Optional<Claim> front = Optional.empty();

  /** Thousands of actions may wait for the same thing on a node: each sentence is made once. */
  private Map<Saying, WaitReason> said = Map.of();

  /** The sentences about a node, whichever action waits for it. */
  enum Saying {
    HELD_BY_RUN,
    AGENT_FULL,
    BEHIND_EARLIER
  }

  /** A node as the cluster has it; without a status, the cluster has no such node. */
  NodeEntry(NodeId id, Optional<NodeStatus> status) {
    this.id = id;
    this.status = status.orElse(NodeStatus.UNKNOWN);
    this.known = status.isPresent();
  }

  /** Counts an action that is on the agent; the one that executes, or is paused, is in front. */
  void add(Claim claim) {
    onAgent++;
    said = Map.of();
    boolean executes =
        claim.state() == ActionState.RUNNING || claim.state() == ActionState.SUSPENDED;
    if (front.isEmpty() || executes) {
      front = Optional.of(claim);
    }
  }

  /** A stage has the node from now on, unless another one had it before. */
  void heldBy(StageTally stage) {
    if (holder.isEmpty()) {
      holder = Optional.of(stage);
      said = Map.of();
    }
  }

  /** A waiting action keeps its place before all later ones, unless another one does already. */
  void keepsItsPlace(Claim claim) {
    if (firstInLine.isEmpty()) {
      firstInLine = Optional.of(claim);
      said = Map.of();
    }
  }

  /** The sentence as it is now; made again after something changed. */
  WaitReason say(Saying what, Supplier<WaitReason> sentence) {
    if (said.isEmpty()) {
      said = new EnumMap<>(Saying.class);
    }
    return said.computeIfAbsent(what, missing -> sentence.get());
  }

  Optional<StageTally> holder() {
    return holder;
  }

  Optional<Claim> firstInLine() {
    return firstInLine;
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
