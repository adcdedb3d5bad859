package dev.muster.activities.cycle;

import dev.muster.activities.cycle.Dispatch.Order;
import dev.muster.activities.signals.Signals;
import dev.muster.activities.watch.NodeWatch;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.Push;
import dev.muster.records.actions.WaitingAction;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.nodes.NodeObservation;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What follows a commit: pushes and signals to agents, and at the same time the runs are told. */
final class Delivery {

  private final Records records;
  private final Dispatch dispatch;
  private final Signals signals;

  Delivery(Records records, Dispatch dispatch, Signals signals) {
    this.records = records;
    this.dispatch = dispatch;
    this.signals = signals;
  }

  /** Signals each run on a thread of its own; they end by themselves. */
  List<Thread> tell(Set<RunId> runs) {
    return runs.stream()
        .map(run -> Thread.startVirtualThread(() -> signals.progressed(run)))
        .toList();
  }

  /**
   * Delivers.
   *
   * @param known nodes that were read already; the others are looked up
   */
  Dispatch.Outcome deliver(
      ClusterName cluster, Load load, Collection<NodeVisit> known, NodeWatch.Heartbeat heartbeat)
      throws InterruptedException {
    if (load.isEmpty()) {
      return Dispatch.Outcome.empty();
    }
    Map<NodeId, NodeVisit> nodes = new HashMap<>();
    known.forEach(node -> nodes.put(node.id(), node));
    Set<NodeId> missing = new TreeSet<>(load.nodes());
    missing.removeAll(nodes.keySet());
    if (!missing.isEmpty()) {
      records
          .nodeVisits()
          .of(cluster, NodeSelection.named(missing))
          .forEach(node -> nodes.put(node.id(), node));
    }
    return dispatch.deliver(
        cluster, Dispatch.parcels(cluster, load.pushes(), load.orders(), nodes), heartbeat);
  }

  /** What is to be delivered. */
  record Load(List<Push> pushes, Map<NodeId, List<Order>> orders) {

    static Load of(List<Push> pushes, List<ActionBrief> toSignal, List<Sync.Stray> strays) {
      Map<NodeId, List<Order>> byNode = new LinkedHashMap<>();
      for (ActionBrief action : toSignal) {
        Endings.signal(action)
            .ifPresent(
                signal -> action.node().ifPresent(node -> add(byNode, node, action.id(), signal)));
      }
      strays.forEach(stray -> add(byNode, stray.agent().node(), stray.action(), Signal.CANCEL));
      return new Load(pushes, byNode);
    }

    boolean isEmpty() {
      return pushes.isEmpty() && orders.isEmpty();
    }

    private Set<NodeId> nodes() {
      Set<NodeId> nodes = new TreeSet<>(orders.keySet());
      pushes.forEach(push -> nodes.add(push.node()));
      return nodes;
    }

    private static void add(
        Map<NodeId, List<Order>> byNode, NodeId node, ActionId action, Signal signal) {
      byNode.computeIfAbsent(node, any -> new ArrayList<>()).add(new Order(action, signal));
    }
  }

  /** Records what the agents made of it, under the fence. */
  static void record(CycleWrites writes, Dispatch.Outcome outcome, Instant now) {
    writes.actions().pushed(outcome.acknowledged(), now);
    writes.nodes().askFromTheBeginning(outcome.known());
    signalled(writes, outcome, now);
    writes.actions().change(refusals(outcome, now));
    writes.actions().change(unsendable(outcome, now));
    explain(writes, outcome);
    List<NodeObservation> troubled = new ArrayList<>();
    outcome
        .unreachable()
        .forEach((node, why) -> troubled.add(new NodeObservation.Troubled(node, why)));
    if (!troubled.isEmpty()) {
      writes.nodes().observe(troubled, now);
    }
  }

  /** An agent that will not stop an action says what became of it with its next answer. */
  private static void signalled(CycleWrites writes, Dispatch.Outcome outcome, Instant now) {
    List<ActionId> stopped = new ArrayList<>();
    outcome
        .signalled()
        .forEach((order, refusal) -> {
          switch (order.signal()) {
            case CANCEL -> stopped.add(order.action());
            case SUSPEND, RESUME ->
                writes.actions().pauseSent(order.action(), order.signal(), refusal, now);
          }
        });
    writes.actions().cancelSent(stopped, now);
  }

  /** What people should know of it. */
  static List<String> notes(Dispatch.Outcome outcome) {
    List<String> notes = new ArrayList<>();
    outcome
        .refused()
        .forEach(
            (push, why) -> notes.add("%s refused %s: %s".formatted(push.node(), push.kind(), why)));
    outcome
        .unsendable()
        .forEach((push, why) ->
            notes.add("%s on %s is not sent: %s".formatted(push.kind(), push.node(), why)));
    outcome
        .waiting()
        .forEach((push, reason) ->
            notes.add("%s on %s waits: %s".formatted(push.kind(), push.node(), reason.text())));
    outcome.conflicts().forEach(id -> notes.add("action %s: its agent has another".formatted(id)));
    outcome.unreachable().forEach((node, why) -> notes.add("%s: %s".formatted(node, why)));
    return notes;
  }

  /** What was not sent though it was marked so; the next cycle sees that its agent lacks it. */
  private static void explain(CycleWrites writes, Dispatch.Outcome outcome) {
    List<WaitingAction> waiting = new ArrayList<>();
    outcome.waiting().forEach((push, reason) -> waiting.add(new WaitingAction(push.id(), reason)));
    if (!waiting.isEmpty()) {
      writes.noted().actions(waiting.stream().map(WaitingAction::action).toList());
      writes.actions().explain(waiting);
    }
  }

  private static List<ActionChange> unsendable(Dispatch.Outcome outcome, Instant now) {
    return outcome.unsendable().entrySet().stream()
        .map(one -> failed(one.getKey(), one.getValue(), Actor.CYCLE, "not sent: ", now))
        .toList();
  }

  private static List<ActionChange> refusals(Dispatch.Outcome outcome, Instant now) {
    return outcome.refused().entrySet().stream()
        .map(one -> {
          Push push = one.getKey();
          return failed(push, one.getValue(), Actor.agent(push.node().value()), "refused: ", now);
        })
        .toList();
  }

  private static ActionChange failed(
      Push push, String why, Actor actor, String prefix, Instant now) {
    return new ActionChange(
        push.id(),
        ActionState.PENDING_SCHEDULE,
        ActionState.FAILED,
        now,
        actor,
        prefix + why,
        ActionOutcome.failed(why, Attempt.Cause.REFUSED));
  }
}
