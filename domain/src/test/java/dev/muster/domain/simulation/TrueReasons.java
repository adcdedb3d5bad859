package dev.muster.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Verdict;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.schedule.Windows;
import java.util.Optional;

/**
 * Every reason must be true after all that the decision starts has started. Together with one
 * verdict for each action this says: something starts whenever something may.
 */
final class TrueReasons {

  private final FakeCluster cluster;

  TrueReasons(FakeCluster cluster) {
    this.cluster = cluster;
  }

  void check(Decision decision) {
    for (Verdict verdict : decision.verdicts()) {
      if (verdict instanceof Verdict.Wait(var id, WaitReason reason)) {
        FakeAction action = cluster.action(id);
        assertThat(isTrue(action, reason.code(), decision))
            .as("%s waits: %s %s", action.label, reason.code(), reason.text())
            .isTrue();
      }
    }
  }

  private boolean isTrue(FakeAction action, WaitReason.Code code, Decision decision) {
    return switch (code) {
      case NODE_UNKNOWN -> !cluster.nodes.containsKey(action.node.orElseThrow());
      case NODE_NOT_UP -> cluster.node(action.node.orElseThrow()).status() != NodeStatus.UP;
      case CLUSTER_EXCLUSIVE -> somethingExclusive();
      case NODE_BUSY -> nodeIsBusy(action);
      case BEHIND_EARLIER_ACTION -> somethingEarlierWaits(action, decision);
      case RUN_PAUSED -> run(action).pausedBy.isPresent();
      case WINDOW_CLOSED ->
          !Windows.isOpen(stage(action).plan.rules().windows(), cluster.now)
              && decision.reviewAt().orElseThrow().isAfter(cluster.now);
      case BUDGET_SPENT ->
          Invariants.failed(stage(action)) > stage(action).plan.rules().maxFailures();
      case STAGE_AT_LIMIT -> windowFull(action) || behindBarrier(action);
      case CLUSTER_AT_LIMIT ->
          Invariants.inWork(cluster).size() >= cluster.settings.maxNodesInWork().orElseThrow();
      case TOO_FEW_HEALTHY ->
          Invariants.healthy(cluster, stage(action)) - 1 < stage(action).plan.rules().minHealthy();
      case SETTLING -> (windowFull(action) || behindBarrier(action)) && someSettle(action);
      case RETRY_DELAY -> action.notBefore.orElseThrow().isAfter(cluster.now);
      case DEPENDENCY,
          SUSPENDED,
          PARENT_SUSPENDED,
          LOCK_HELD,
          SECRET_AWAY,
          CHILDREN,
          LIFECYCLE_HOOK,
          APPROVAL ->
          false;
    };
  }

  private boolean somethingExclusive() {
    boolean singles = cluster.unfinished.stream().anyMatch(a -> a.exclusive && !a.state.isFinal());
    boolean stages =
        cluster.runs.stream()
            .flatMap(run -> run.stages.stream())
            .anyMatch(stage -> stage.isOpen() && stage.plan.rules().exclusive());
    return singles || stages;
  }

  private boolean nodeIsBusy(FakeAction action) {
    NodeId node = action.node.orElseThrow();
    int queue = action.stage.isPresent() ? 1 : cluster.settings.agentQueue();
    boolean full = Invariants.onAgent(cluster, node) >= queue;
    boolean held =
        cluster.runs.stream()
            .filter(run -> action.stage.filter(key -> key.run().equals(run.id)).isEmpty())
            .flatMap(run -> run.stages.stream())
            .anyMatch(stage -> stage.isOpen() && Invariants.working(stage).contains(node));
    return full || held;
  }

  private boolean somethingEarlierWaits(FakeAction action, Decision decision) {
    return decision.verdicts().stream()
        .takeWhile(verdict -> !verdict.action().equals(action.id))
        .map(verdict -> cluster.action(verdict.action()))
        .anyMatch(earlier -> earlier.waits() && earlier.node.equals(action.node));
  }

  private boolean windowFull(FakeAction action) {
    FakeRun.Stage stage = stage(action);
    return Invariants.working(stage).size() >= stage.plan.rules().concurrency();
  }

  private boolean behindBarrier(FakeAction action) {
    FakeRun.Stage stage = stage(action);
    int own = stage.member(action.node.orElseThrow()).batch;
    return stage.members.values().stream()
        .anyMatch(member -> member.batch < own && !member.state.isFinal());
  }

  private boolean someSettle(FakeAction action) {
    return stage(action).members.values().stream()
        .anyMatch(member -> member.state == NodeState.RUNNING && member.settling);
  }

  private FakeRun run(FakeAction action) {
    return cluster.runs.stream()
        .filter(run -> run.id.equals(action.stage.orElseThrow().run()))
        .findFirst()
        .orElseThrow();
  }

  private FakeRun.Stage stage(FakeAction action) {
    Optional<FakeRun.Stage> stage =
        Optional.of(run(action).stages.get(action.stage.orElseThrow().stage()));
    return stage.orElseThrow();
  }
}
