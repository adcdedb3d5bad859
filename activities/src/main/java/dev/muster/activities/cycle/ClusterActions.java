package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Executor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.clusteraction.ClusterActionDecision;
import dev.muster.domain.clusteraction.ClusterActionNext;
import dev.muster.domain.clusteraction.ClusterActionNext.Ask;
import dev.muster.domain.clusteraction.ClusterActionNext.ChildChange;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionView;
import dev.muster.domain.clusteraction.ClusterActionView.Clocks;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.ClusterActionView.Moment;
import dev.muster.domain.core.CoreKind;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.CancelRequest;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.Effort;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.actions.WaitingAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Carries out what is decided about actions on the cluster itself. While one of them waits, nothing
 * is read for it and nothing is written, but for the reason.
 */
final class ClusterActions {

  /** A verb that derives again and again goes on in the next cycle. */
  private static final int MOST_AT_ONCE = 10;

  private final Records records;
  private final Cluster cluster;
  private final MemberScenes scenes;
  private final Map<ActionId, WaitingAction> waiting = new HashMap<>();

  ClusterActions(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
    this.scenes = new MemberScenes(records, cluster);
  }

  /** Goes on with those that are in work. */
  void advance() {
    cluster.onCluster().forEach(action -> advance(action.id()));
  }

  /** These have their turn. */
  void begin(List<ActionId> ids) {
    for (ActionId id : ids) {
      ActionRecord action = records.actions().find(id).orElseThrow();
      cluster.change(
          List.of(
              new ActionChange(
                  id,
                  ActionState.PENDING_SCHEDULE,
                  ActionState.RUNNING,
                  cluster.now(),
                  Actor.CYCLE,
                  "it is its turn",
                  ActionOutcome.NONE.startedAt(cluster.now()))));
      Moment beginning =
          new Moment.Beginning(
              action.work().args(),
              new TreeMap<>(cluster.statuses()),
              scenes.beginning(id, action.work().kind()));
      known(id)
          .filter(begun -> begun.state() == ActionState.RUNNING)
          .ifPresent(begun -> carryOut(begun, decide(begun, beginning)));
      advance(id);
    }
  }

  /** What those that are in work wait for, where that is not written already. */
  List<WaitingAction> waiting() {
    return waiting.values().stream()
        .filter(one -> known(one.action()).filter(action -> !isSaid(action, one)).isPresent())
        .toList();
  }

  private static boolean isSaid(ActionBrief action, WaitingAction waits) {
    return action.waitText().equals(Optional.of(waits.reason().text()));
  }

  private Optional<ActionBrief> known(ActionId id) {
    return Optional.ofNullable(cluster.unfinishedById().get(id));
  }

  /** Until nothing more follows; what Muster ends itself may let it go on at once. */
  private void advance(ActionId id) {
    for (int i = 0; i < MOST_AT_ONCE; i++) {
      Optional<ActionBrief> action = known(id).filter(one -> one.state().isOnAgent());
      if (action.isEmpty()) {
        return;
      }
      List<ActionBrief> children = cluster.derivedBy(id);
      Moment moment =
          children.isEmpty()
              ? over(action.get())
              : new Moment.Meanwhile(new OpenChildren(records, cluster).of(id, children));
      if (!carryOut(action.get(), decide(action.get(), moment))) {
        return;
      }
    }
    cluster.reviewAt(cluster.now());
  }

  private Moment over(ActionBrief action) {
    List<EndedChild> ended = records.derivedReads().endedOf(action.id());
    return new Moment.Over(
        records.actions().find(action.id()).orElseThrow().work().args(),
        ended,
        scenes.over(action.id(), action.kind(), ended));
  }

  private ClusterActionNext decide(ActionBrief action, Moment moment) {
    return ClusterActionDecision.next(
        new ClusterActionView(
            action.id(),
            action.kind(),
            action.state(),
            new Clocks(
                action.times().startedAt().orElse(cluster.now()),
                action.terms().timeout(),
                action.times().suspended()),
            action.wanted().cancelRequest().map(CancelRequest::by),
            cluster.settings().unreachableAfter(),
            moment),
        cluster.now());
  }

  /** Whether something else may follow at once. */
  private boolean carryOut(ActionBrief action, ClusterActionNext next) {
    return switch (next) {
      case ClusterActionNext.Changing changing -> {
        scenes.write(action, changing);
        yield carryOut(action, changing.then());
      }
      case ClusterActionNext.Derive(List<DerivedAction> actions) -> {
        derive(action, actions);
        yield true;
      }
      case ClusterActionNext.Await(
              var reason,
              List<ChildChange> changes,
              List<Ask> asks,
              var reviewAt) -> {
        waiting.put(action.id(), new WaitingAction(action.id(), reason));
        reviewAt.ifPresent(cluster::reviewAt);
        ask(action, asks);
        cluster.change(changes.stream().map(one -> change(action, one)).toList());
        yield !changes.isEmpty();
      }
      case ClusterActionNext.End end -> {
        end(action, end);
        yield false;
      }
    };
  }

  private void derive(ActionBrief action, List<DerivedAction> derived) {
    ActionRecord parent = records.actions().find(action.id()).orElseThrow();
    List<NewAction> actions = derived.stream().map(one -> newAction(parent, one)).toList();
    Set<ActionId> made = records.actions().insert(actions);
    // A database that was set back does not know what agents have.
    records
        .actions()
        .claim(actions.stream().filter(one -> !made.contains(one.id())).toList(), cluster.now());
    cluster.writes().noted().actions(actions.stream().map(NewAction::id).toList());
    cluster.reload();
  }

  private NewAction newAction(ActionRecord parent, DerivedAction derived) {
    return new NewAction(
        derived.id(),
        cluster.name(),
        Optional.of(derived.node()),
        new NewAction.Work(
            derived.kind(),
            derived.args(),
            Map.of(NewAction.PARENT, parent.id().toString()),
            NewAction.DERIVED,
            parent.work().requester(),
            CoreKind.of(derived.kind()).isPresent() ? Executor.CORE : Executor.AGENT),
        new NewAction.Terms(
            List.of(),
            OnNode.EVEN_WHEN_DOWN,
            OnCluster.SHARED,
            derived.hook().map(cluster.now()::plus),
            Optional.of(derived.timeout()),
            Optional.empty()),
        Optional.empty(),
        Optional.of(
            new NewAction.Derivation(
                parent.id(), derived.bestEffort() ? Effort.BEST : Effort.REQUIRED)),
        new NewAction.Entry(
            derived.hook().isPresent()
                ? ActionState.WAITING_LIFECYCLE_COMPLETION
                : ActionState.PENDING_SCHEDULE,
            cluster.now(),
            Actor.action(parent.id()),
            "derived by " + parent.work().kind()),
        ActionOutcome.NONE);
  }

  private void ask(ActionBrief action, List<Ask> asks) {
    Map<Signal, List<ActionId>> bySignal = new TreeMap<>();
    asks.forEach(
        ask -> bySignal.computeIfAbsent(ask.signal(), any -> new ArrayList<>()).add(ask.child()));
    bySignal.forEach((signal, children) -> {
      switch (signal) {
        case CANCEL ->
            cluster
                .writes()
                .actions()
                .requestCancel(children, OpenChildren.name(action.id()), cluster.now());
        case SUSPEND, RESUME ->
            cluster
                .writes()
                .actions()
                .requestPause(children, signal, OpenChildren.name(action.id()), cluster.now());
      }
    });
    if (!asks.isEmpty()) {
      cluster.reload();
    }
  }

  private ActionChange change(ActionBrief action, ChildChange end) {
    return new ActionChange(
        end.child(),
        end.from(),
        end.to(),
        cluster.now(),
        Actor.action(action.id()),
        end.why(),
        ActionOutcome.NONE);
  }

  private void end(ActionBrief action, ClusterActionNext.End end) {
    Optional<Failure> error =
        end.state() == ActionState.DONE
            ? Optional.empty()
            : Optional.of(new Failure(end.why(), end.causes()));
    cluster.change(
        List.of(
            new ActionChange(
                action.id(),
                action.state(),
                end.state(),
                cluster.now(),
                Actor.CYCLE,
                end.why(),
                ActionOutcome.decided(end.outputs(), error, end.cause()))));
    // Whatever depends on it goes on.
    cluster.reviewAt(cluster.now());
  }
}
