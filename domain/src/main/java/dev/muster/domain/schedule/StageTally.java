package dev.muster.domain.schedule;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.schedule.ClusterView.Member;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** An open stage during one decision: its counts, kept up as nodes are taken. */
final class StageTally {

  final StageKey key;
  final ClusterView.Stage stage;

  /** Whether its windows allow a node to start now. */
  final boolean windowOpen;

  /** When the next window opens. */
  final Optional<Instant> opensAt;

  /** Nodes in work: between the first step and the end of settling. */
  private final Set<NodeId> working = new HashSet<>();

  private final int[] sizes;
  private final int[] unfinished;
  private final int[] onlySettling;
  private final int lowestUnfinished;
  private int settling;
  private int failed;
  private int started;
  private int healthy;

  StageTally(StageKey key, ClusterView.Stage stage, Instant now) {
    this.key = key;
    this.stage = stage;
    this.windowOpen = Windows.isOpen(stage.rules().windows(), now);
    this.opensAt =
        windowOpen ? Optional.empty() : Windows.nextOpening(stage.rules().windows(), now);
    int batches = Math.max(1, stage.rules().batches().size());
    for (Member member : stage.members().values()) {
      batches = Math.max(batches, member.batch() + 1);
    }
    sizes = new int[batches];
    unfinished = new int[batches];
    onlySettling = new int[batches];
    stage.members().forEach(this::count);
    int lowest = 0;
    while (lowest < batches - 1 && unfinished[lowest] == 0) {
      lowest++;
    }
    lowestUnfinished = lowest;
  }

  private void count(NodeId node, Member member) {
    sizes[member.batch()]++;
    if (member.state() != NodeState.PENDING) {
      started++;
    }
    if (!member.state().isFinal()) {
      unfinished[member.batch()]++;
    }
    if (member.state().countsAsFailure()) {
      failed++;
    }
    if (member.state() == NodeState.RUNNING) {
      working.add(node);
      if (member.settling()) {
        settling++;
        onlySettling[member.batch()]++;
      }
    }
  }

  StageRules rules() {
    return stage.rules();
  }

  boolean isWorkingOn(NodeId node) {
    return working.contains(node);
  }

  int inWork() {
    return working.size();
  }

  int failed() {
    return failed;
  }

  int healthy() {
    return healthy;
  }

  void addHealthy() {
    healthy++;
  }

  void removeHealthy() {
    healthy--;
  }

  void take(NodeId node) {
    if (working.add(node)) {
      started++;
    }
  }

  /** A node of it that has not had its turn. */
  boolean isWaiting(NodeId node) {
    Member member = stage.members().get(node);
    return member != null && member.state() == NodeState.PENDING;
  }

  boolean hasMember(NodeId node) {
    return stage.members().containsKey(node);
  }

  boolean budgetSpent() {
    return failed > rules().maxFailures();
  }

  boolean windowFull() {
    return working.size() >= rules().concurrency();
  }

  /** Whether every node in work only settles. */
  boolean allSettling() {
    return settling == working.size();
  }

  /** Whether an earlier batch has unfinished nodes. */
  boolean behindBarrier(NodeId node) {
    Member member = stage.members().get(node);
    return member != null && member.batch() > lowestUnfinished;
  }

  /** Whether all that keeps the earlier batch open is settling. */
  boolean barrierSettles() {
    return unfinished[lowestUnfinished] == onlySettling[lowestUnfinished];
  }

  int barrierBatch() {
    return lowestUnfinished;
  }

  int batches() {
    return sizes.length;
  }

  int unfinishedInBarrier() {
    return unfinished[lowestUnfinished];
  }

  int sizeOfBarrier() {
    return sizes[lowestUnfinished];
  }

  /** An exclusive stage has the cluster from its first node to its last. */
  boolean hasTheCluster() {
    return rules().exclusive() && started > 0 && unfinished[lowestUnfinished] > 0;
  }
}
