package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.RunId;
import dev.muster.domain.sync.LostStep;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.FoundReads.Owner;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.actions.StepRef;
import dev.muster.records.runs.KnownRuns.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sorts what agents have and nobody recorded for their nodes. A step whose record was lost goes
 * back to its place in its run. Everything else is recorded as found, as much of it as is taken
 * from one agent; an id that another node has already is a conflict of this node.
 */
final class FoundActions {

  /** What runs may still come of it first, then what is newest. */
  private static final Comparator<ActionReport> MOST_USEFUL =
      Comparator.<ActionReport, Boolean>comparing(report -> report.state().isFinal())
          .thenComparing(
              report -> report.finishedAt().orElse(report.receivedAt()), Comparator.reverseOrder());

  private final Records records;
  private final ClusterName cluster;
  private final Instant now;
  private final TakenLimits limits;

  private final List<NewAction> actions = new ArrayList<>();
  private final Map<NodeId, List<String>> troubles = new LinkedHashMap<>();
  private final Set<NodeId> unfinished = new HashSet<>();

  FoundActions(Records records, ClusterName cluster, Instant now, TakenLimits limits) {
    this.records = records;
    this.cluster = cluster;
    this.now = now;
    this.limits = limits;
  }

  /** Sorts the reports of each node. */
  void sort(Map<NodeId, List<ActionReport>> found) {
    List<ActionReport> all = found.values().stream().flatMap(List::stream).toList();
    if (all.isEmpty()) {
      return;
    }
    Map<ActionId, Owner> owners =
        records.foundReads().owners(all.stream().map(one -> new ActionId(one.id())).toList());
    Map<RunId, Wanted> runs = runs(all, found.keySet());
    Map<NodeId, Integer> counts = records.foundReads().counts(cluster, found.keySet());
    found.forEach((node, reports) -> {
      List<NewAction> strangers = new ArrayList<>();
      for (ActionReport report : reports.stream().sorted(MOST_USEFUL).toList()) {
        ActionId id = new ActionId(report.id());
        Optional<Owner> owner = Optional.ofNullable(owners.putIfAbsent(id, owner(node)));
        if (owner.isPresent()) {
          trouble(node, taken(id, owner.get()));
        } else {
          sort(node, report, runs, strangers);
        }
      }
      take(node, strangers, counts.getOrDefault(node, 0));
    });
  }

  List<NewAction> actions() {
    return actions;
  }

  /** What people should know of it. */
  List<String> notes() {
    return troubles.entrySet().stream().map(one -> one.getKey() + ": " + text(one)).toList();
  }

  /** What is wrong with what the node's agent reports. */
  Optional<String> trouble(NodeId node) {
    return troubles.entrySet().stream()
        .filter(one -> one.getKey().equals(node))
        .map(FoundActions::text)
        .findFirst();
  }

  /** Whether the rest of what the agent reported is taken by later cycles. */
  boolean isToAskAgain(NodeId node) {
    return unfinished.contains(node);
  }

  private static String text(Map.Entry<NodeId, List<String>> of) {
    List<String> all = of.getValue();
    return all.getFirst() + (all.size() == 1 ? "" : "; and %d more".formatted(all.size() - 1));
  }

  private Map<RunId, Wanted> runs(List<ActionReport> reports, Set<NodeId> nodes) {
    Set<RunId> ids = new HashSet<>();
    reports.forEach(report -> named(report).ifPresent(named -> ids.add(named.run())));
    return ids.isEmpty() ? Map.of() : records.knownRuns().of(cluster, ids, nodes);
  }

  private void sort(
      NodeId node, ActionReport report, Map<RunId, Wanted> runs, List<NewAction> strangers) {
    Optional<LostStep.Named> named = named(report);
    if (named.isEmpty()) {
      strangers.add(stranger(node, report, ""));
      return;
    }
    Optional<Wanted> run = Optional.ofNullable(runs.get(named.get().run()));
    switch (LostStep.judge(
        new ActionId(report.id()), report.kind(), node, named.get(), run.map(Wanted::run))) {
      case LostStep.TakenBack place ->
          actions.add(takenBack(node, report, place, run.orElseThrow().requester()));
      case LostStep.Stranger(String why) -> {
        strangers.add(stranger(node, report, ": " + why));
        trouble(node, "action %s was found on the agent: %s".formatted(report.id(), why));
      }
    }
  }

  /** As many as are taken, and the node's own error if that is not all. */
  private void take(NodeId node, List<NewAction> strangers, int before) {
    int most = Math.max(0, Math.min(limits.perCycle(), limits.inAll() - before));
    actions.addAll(strangers.subList(0, Math.min(most, strangers.size())));
    if (strangers.size() <= most) {
      return;
    }
    boolean isFull = before + most >= limits.inAll();
    if (!isFull) {
      unfinished.add(node);
    }
    troubles
        .computeIfAbsent(node, any -> new ArrayList<>())
        .addFirst(
            "the agent reports %d actions that Muster did not schedule; %d of them were taken: %s"
                .formatted(
                    strangers.size(),
                    most,
                    isFull
                        ? "the node has all %d that are taken in all (muster.agents.taken-in-all)"
                            .formatted(limits.inAll())
                        : "%d are taken in a cycle (muster.agents.taken-per-cycle)"
                            .formatted(limits.perCycle())));
  }

  private void trouble(NodeId node, String what) {
    troubles.computeIfAbsent(node, any -> new ArrayList<>()).add(what);
  }

  private static String taken(ActionId id, Owner owner) {
    return ("action %s on this agent is not recorded: %s of cluster %s has this id, and an id"
            + " belongs to one node")
        .formatted(
            id, owner.node().map(node -> "node " + node).orElse("an action"), owner.cluster());
  }

  private Owner owner(NodeId node) {
    return new Owner(cluster, Optional.of(node));
  }

  private static Optional<LostStep.Named> named(ActionReport report) {
    return LostStep.Named.of(Optional.ofNullable(report.metadata()).orElse(Map.of()));
  }

  private NewAction takenBack(
      NodeId node, ActionReport report, LostStep.TakenBack place, String requester) {
    boolean timedOut =
        report.state() == ActionState.FAILED
            && report
                .duration()
                .filter(took -> took.compareTo(place.step().timeout()) >= 0)
                .isPresent();
    return action(
        node,
        report,
        new As(
            requester,
            Optional.of(
                new StepRef(place.stage(), place.index(), place.step().name(), place.attempt())),
            Optional.of(place.step().timeout()),
            timedOut ? Attempt.Cause.TIMED_OUT : Attempt.Cause.NONE,
            "found on the agent; its record was lost, and it is back in its place"));
  }

  private NewAction stranger(NodeId node, ActionReport report, String why) {
    return action(
        node,
        report,
        new As(
            "agent:" + node,
            Optional.empty(),
            Optional.empty(),
            Attempt.Cause.NONE,
            "found on the agent" + why));
  }

  private record As(
      String requester,
      Optional<StepRef> step,
      Optional<Duration> timeout,
      Attempt.Cause cause,
      String why) {}

  private NewAction action(NodeId node, ActionReport report, As as) {
    return new NewAction(
        new ActionId(report.id()),
        cluster,
        Optional.of(node),
        new NewAction.Work(
            new ActionKind(report.kind()),
            report.args(),
            Optional.ofNullable(report.metadata()).orElse(Map.of()),
            Optional.ofNullable(report.origin()).orElse("direct"),
            as.requester()),
        new NewAction.Terms(
            List.of(),
            OnNode.EVEN_WHEN_DOWN,
            OnCluster.SHARED,
            Optional.empty(),
            as.timeout(),
            Optional.empty()),
        as.step(),
        new NewAction.Entry(
            report.state(), report.createdAt(), Actor.agent(node.value()), as.why()),
        ActionOutcome.of(report, as.cause()).notAfter(now));
  }
}
