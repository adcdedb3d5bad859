package dev.muster.domain.schedule;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.schedule.ClusterView.Member;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** An open stage during one decision: its counts, kept up as nodes are taken. */
final class StageTally {

  /** The sentences about a stage, whichever of its nodes they are about. */
  enum Saying {
    PAUSED,
    OUTSIDE_WINDOWS,
    BUDGET_SPENT,
    BEHIND_BARRIER,
    BARRIER_SETTLES,
    AT_LIMIT,
    LIMIT_SETTLES,
    TOO_FEW_HEALTHY
  }

  final StageKey key;
  final ClusterView.Stage stage;

  /** Whether its windows allow a node to start now. */
  final boolean windowOpen;

  /** When the next window opens. */
  final Optional<Instant> opensAt;

  /** Nodes in work: between the first step and the end of settling. */
  private final Set<NodeId> working = new HashSet<>();

  /** Thousands of actions may wait for the same thing: each sentence is made once. */
  private Map<Saying, WaitReason> said = Map.of();

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
    if (wasStarted(member.state())) {
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

  /** The sentence as it is now; made again after the counts changed. */
  WaitReason say(Saying what, Function<StageTally, WaitReason> sentence) {
    if (said.isEmpty()) {
      said = new EnumMap<>(Saying.class);
    }
    return said.computeIfAbsent(what, missing -> sentence.apply(this));
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
    said = Map.of();
  }

  void removeHealthy() {
    healthy--;
    said = Map.of();
  }

  void take(NodeId node) {
    said = Map.of();
    if (working.add(node)) {
      started++;
    }
  }

  /** A node of it that has not had its turn. */
  boolean isWaiting(NodeId node) {
    Member member = stage.members().get(node);
    return member != null && member.state() == NodeState.PENDING;
  }

  boolean budgetSpent() {
    return failed > rules().maxFailures();
  }

  boolean atLimit() {
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

  /**
   * An exclusive stage has the cluster from its first node to its last; but between two nodes it
   * lets others in while its run is paused, or its windows are closed.
   */
  boolean hasTheCluster() {
    boolean mayGoOn = windowOpen && stage.paused().isEmpty();
    return rules().exclusive()
        && started > 0
        && unfinished[lowestUnfinished] > 0
        && (mayGoOn || inWork() > 0);
  }

  /** A node may be unreachable, cancelled or skipped before its turn. */
  private static boolean wasStarted(NodeState state) {
    return switch (state) {
      case RUNNING, SUCCEEDED, FAILED, TIMED_OUT -> true;
      case PENDING, UNREACHABLE, SKIPPED, CANCELLED -> false;
    };
  }
}
