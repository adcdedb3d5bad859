package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.SignalTrust;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.ClusterView;
import dev.muster.domain.schedule.ClusterView.Claim;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Scheduler;
import dev.muster.domain.schedule.Verdict;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.Push;
import dev.muster.records.actions.WaitingAction;
import dev.muster.records.runs.StageNodeChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Gives every waiting action its verdict, and writes it down before anything is pushed. */
final class Choosing {

  private static final Comparator<Claim> IN_ORDER =
      Comparator.comparing(Claim::createdAt).thenComparing(Claim::id);

  private final Cluster cluster;
  private final ClusterActions clusterActions;
  private final WaitReasonChanges reasons;
  private final SignalTrust trust;

  /**
   * What was chosen.
   *
   * @param pushes by node, in the order in which an agent must get them
   * @param waiting how many actions got a reason instead
   * @param waits what they, and approvals, wait for, in a few lines
   */
  record Choice(List<Push> pushes, int waiting, List<String> waits) {}

  Choosing(
      Cluster cluster,
      ClusterActions clusterActions,
      WaitReasonChanges reasons,
      SignalTrust trust) {
    this.cluster = cluster;
    this.clusterActions = clusterActions;
    this.reasons = reasons;
    this.trust = trust;
  }

  /** What an action on the cluster derives as it begins has its verdict at once. */
  Choice choose() {
    while (true) {
      Decision decision = decide();
      List<ActionId> begin = onCluster(decision);
      if (begin.isEmpty()) {
        decision.reviewAt().ifPresent(cluster::reviewAt);
        return carryOut(decision);
      }
      clusterActions.begin(begin);
    }
  }

  private List<ActionId> onCluster(Decision decision) {
    List<ActionId> begin = new ArrayList<>();
    for (Verdict verdict : decision.verdicts()) {
      if (verdict instanceof Verdict.Start(ActionId id) && isOnCluster(id)) {
        begin.add(id);
      }
    }
    return begin;
  }

  private boolean isOnCluster(ActionId id) {
    return Optional.ofNullable(cluster.unfinishedById().get(id))
        .filter(action -> action.node().isEmpty())
        .isPresent();
  }

  private Decision decide() {
    List<Claim> claims = new ArrayList<>(cluster.unfinished().size());
    cluster.unfinished().forEach(action -> claims.add(action.toClaim()));
    claims.sort(IN_ORDER);
    return Scheduler.decide(
        new ClusterView(cluster.settings(), cluster.statuses(), claims, cluster.views()),
        cluster.now());
  }

  private Choice carryOut(Decision decision) {
    List<ActionId> start = new ArrayList<>();
    List<WaitingAction> waiting = new ArrayList<>();
    for (Verdict verdict : decision.verdicts()) {
      switch (verdict) {
        case Verdict.Start(ActionId action) -> start.add(action);
        case Verdict.Wait(ActionId action, WaitReason reason) ->
            waiting.add(new WaitingAction(action, reason));
      }
    }
    List<ActionBrief> own = takeOwn(start);
    List<Push> pushes = cluster.writes().actions().send(start, cluster.now());
    cluster.move(nodesThatStart(pushes, own));
    new OwnActions(cluster).start(own);
    List<WaitingAction> toExplain =
        new ArrayList<>(reasons.changed(cluster.name(), cluster.unfinishedById(), waiting));
    toExplain.addAll(clusterActions.waiting());
    cluster.explain(toExplain);
    return new Choice(
        pushes, waiting.size(), WaitSummary.lines(cluster.unfinished(), waiting, trust));
  }

  /** Takes out what Muster itself executes. */
  private List<ActionBrief> takeOwn(List<ActionId> start) {
    List<ActionBrief> own = new ArrayList<>();
    for (ActionId id : start) {
      Optional.ofNullable(cluster.unfinishedById().get(id))
          .filter(action -> !action.isForAgent())
          .ifPresent(own::add);
    }
    Set<ActionId> taken = own.stream().map(ActionBrief::id).collect(Collectors.toSet());
    start.removeIf(taken::contains);
    return own;
  }

  private List<StageNodeChange> nodesThatStart(List<Push> pushes, List<ActionBrief> own) {
    List<StageNodeChange> changes = new ArrayList<>();
    for (Push push : pushes) {
      push.ofRun().flatMap(of -> started(of.step().stage(), push.node())).ifPresent(changes::add);
    }
    for (ActionBrief action : own) {
      action
          .step()
          .flatMap(step -> action.node().flatMap(node -> started(step.stage(), node)))
          .ifPresent(changes::add);
    }
    return changes;
  }

  private Optional<StageNodeChange> started(StageKey stage, NodeId node) {
    return isPending(stage, node)
        ? Optional.of(
            new StageNodeChange(
                stage, node, NodeState.RUNNING, "", Optional.empty(), cluster.now()))
        : Optional.empty();
  }

  private boolean isPending(StageKey stage, NodeId node) {
    return Optional.ofNullable(cluster.stages().get(stage))
        .flatMap(open -> Optional.ofNullable(open.members().get(node)))
        .filter(member -> member.state() == NodeState.PENDING)
        .isPresent();
  }
}
