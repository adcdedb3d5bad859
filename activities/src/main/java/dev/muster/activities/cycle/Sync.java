package dev.muster.activities.cycle;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.sync.Change;
import dev.muster.domain.sync.NodeHealth;
import dev.muster.domain.sync.RecordedAction;
import dev.muster.domain.sync.SyncDecision;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.Adoption;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.nodes.NodeFacts;
import dev.muster.records.nodes.NodeObservation;
import dev.muster.records.nodes.NodeVisit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records what agents said: the states of their actions, and how their nodes are. */
final class Sync {

  /** An agent that just answers as before is written down this often. */
  private static final Duration SEEN_AT_PRECISION = Duration.ofSeconds(30);

  private final Records records;
  private final ClusterName cluster;
  private final Instant now;
  private final FoundActions found;

  private final List<ActionChange> changes = new ArrayList<>();
  private final List<Adoption> adoptions = new ArrayList<>();
  private final Map<NodeId, List<ActionReport>> unknown = new LinkedHashMap<>();
  private final List<ActionId> unsent = new ArrayList<>();
  private final List<ActionId> printed = new ArrayList<>();
  private final List<Stray> strays = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private Set<ActionId> timedOut = Set.of();

  /** An action that an agent works on though it is recorded as ended: it is asked to stop. */
  record Stray(AgentEndpoint agent, ActionId action) {}

  /** What an agent said when it was asked. */
  private record Heard(Visit visit, ActionSnapshot snapshot) {

    NodeId node() {
      return visit.node().id();
    }
  }

  /**
   * What came of it.
   *
   * @param answered the nodes whose agent answered
   * @param changed how many actions changed
   */
  record Result(
      List<NodeId> answered, int silent, int changed, List<Stray> strays, List<String> notes) {}

  Sync(Records records, ClusterName cluster, Instant now, TakenLimits limits) {
    this.records = records;
    this.cluster = cluster;
    this.now = now;
    this.found = new FoundActions(records, cluster, now, limits);
  }

  /** In a constant number of statements, whatever the number of visits. */
  Result record(CycleWrites writes, List<Visit> visits) {
    List<Heard> heard = new ArrayList<>(visits.size());
    visits.forEach(visit ->
        visit.answer().found().ifPresent(snapshot -> heard.add(new Heard(visit, snapshot))));
    compare(heard);
    List<NodeObservation> observations = new ArrayList<>(visits.size());
    for (Visit visit : visits) {
      switch (visit.answer()) {
        case AgentAnswer.Answered<ActionSnapshot>(ActionSnapshot snapshot) ->
            observed(visit.node(), snapshot).ifPresent(observations::add);
        case AgentAnswer.Unreachable<ActionSnapshot>(String why) ->
            silent(visit.node(), why).ifPresent(observations::add);
        case AgentAnswer.Garbage<ActionSnapshot>(String why) ->
            silent(visit.node(), why).ifPresent(observations::add);
      }
    }
    if (!observations.isEmpty()) {
      writes.nodes().observe(observations, now);
    }
    int written = writes.actions().change(changes).size();
    written += writes.actions().adopt(adoptions).size();
    if (!found.actions().isEmpty()) {
      written += records.actions().insert(found.actions()).size();
      writes.noted().everything();
    }
    records.actionLogs().want(printed, now);
    writes.stageNodes().begun(found.actions(), now);
    writes.actions().forgetSent(unsent);
    notes.addAll(found.notes());
    return new Result(
        heard.stream().map(Heard::node).toList(),
        visits.size() - heard.size(),
        written,
        strays,
        notes);
  }

  /** That a node which vanished is silent is nothing new. */
  private Optional<NodeObservation> silent(NodeVisit node, String why) {
    notes.add("%s: %s".formatted(node.id(), why));
    return node.status() == NodeStatus.VANISHED
        ? Optional.empty()
        : Optional.of(new NodeObservation.Silent(node.id(), why));
  }

  /** What is new about a node; an idle cluster of thousands writes next to nothing. */
  private Optional<NodeObservation> observed(NodeVisit node, ActionSnapshot snapshot) {
    AgentInfo info = snapshot.info();
    if (node.status() == NodeStatus.VANISHED) {
      return Optional.of(new NodeObservation.LeftOver(node.id(), snapshot.cursor(), info.epoch()));
    }
    NodeHealth before = new NodeHealth(node.status(), Optional.empty(), node.upSince());
    NodeHealth health = before.answered(info.status(), info.statusReason(), now);
    NodeFacts facts =
        new NodeFacts(
            info.platform(),
            info.agentVersion(),
            info.attributes(),
            info.kinds(),
            info.sensitive().orElse(List.of()));
    Optional<String> trouble = found.trouble(node.id());
    long cursor = found.isToAskAgain(node.id()) ? node.cursor() : snapshot.cursor();
    boolean sameFacts = facts.fingerprint() == node.known().factsFingerprint();
    boolean same =
        sameFacts
            && info.status() == NodeStatus.UP
            && node.status() == NodeStatus.UP
            && node.cursor() == cursor
            && trouble.isEmpty()
            && node.known().epoch().equals(Optional.of(info.epoch()))
            && node.failures().lastError().isEmpty()
            && node.seenAt().filter(at -> at.isAfter(now.minus(SEEN_AT_PRECISION))).isPresent();
    return same
        ? Optional.empty()
        : Optional.of(
            new NodeObservation.Answered(
                node.id(),
                health.status(),
                health.reason(),
                health.upSince(),
                cursor,
                info.epoch(),
                trouble,
                sameFacts ? Optional.empty() : Optional.of(facts)));
  }

  private void compare(List<Heard> heard) {
    if (heard.isEmpty()) {
      return;
    }
    List<ActionId> reported = new ArrayList<>();
    heard.forEach(
        one -> one.snapshot().actions().forEach(action -> reported.add(new ActionId(action.id()))));
    timedOut = timedOut(heard.stream().map(Heard::snapshot).toList());
    Map<NodeId, List<RecordedAction>> recorded =
        records
            .actionReads()
            .recorded(
                cluster, heard.stream().map(Heard::node).toList(), reported, forgetful(heard));
    for (Heard one : heard) {
      List<RecordedAction> known = recorded.getOrDefault(one.node(), List.of());
      SyncDecision.reconcile(known, one.snapshot(), one.visit().before())
          .forEach(change -> add(one.visit().node(), change));
    }
    found.sort(unknown);
  }

  private static List<NodeId> forgetful(List<Heard> heard) {
    return heard.stream()
        .filter(one -> SyncDecision.mayHaveForgotten(one.visit().before(), one.snapshot()))
        .map(Heard::node)
        .toList();
  }

  private void add(NodeVisit node, Change change) {
    Actor agent = Actor.agent(node.id().value());
    switch (change) {
      case Change.Found(ActionId id, ActionReport report) ->
          unknown.computeIfAbsent(node.id(), any -> new ArrayList<>()).add(ended(report));
      case Change.Changed(ActionId id, var from, ActionReport report) ->
          changes.add(
              new ActionChange(
                  id,
                  from,
                  report.state(),
                  now,
                  agent,
                  "reported by the agent",
                  outcome(ended(report))));
      case Change.Revived(ActionId id, ActionReport report) ->
          changes.add(
              new ActionChange(
                  id,
                  ActionState.LOST,
                  report.state(),
                  now,
                  agent,
                  "the agent has it after all",
                  outcome(ended(report))));
      case Change.AgentWins(ActionId id, var from, ActionReport report) -> {
        adoptions.add(
            new Adoption(
                ended(report), from, now, agent, "the agent has another action under this id"));
        notes.add("%s: action %s is another one on the agent, which wins".formatted(node.id(), id));
      }
      case Change.Lost(ActionId id, var from, String why) ->
          changes.add(
              new ActionChange(
                  id, from, ActionState.LOST, now, Actor.CYCLE, why, ActionOutcome.NONE));
      case Change.SendAgain(ActionId id) -> unsent.add(id);
      case Change.Stray(ActionId id, var state, ActionReport report) ->
          strays.add(new Stray(Visit.agent(cluster, node), id));
    }
  }

  /** What it printed is fetched, if it has ended and printed something. */
  private ActionReport ended(ActionReport report) {
    if (report.state().isFinal() && report.mayHaveLog()) {
      printed.add(new ActionId(report.id()));
    }
    return report;
  }

  private ActionOutcome outcome(ActionReport report) {
    return ActionOutcome.of(report, cause(report)).notAfter(now);
  }

  private Attempt.Cause cause(ActionReport report) {
    return timedOut.contains(new ActionId(report.id()))
        ? Attempt.Cause.TIMED_OUT
        : Attempt.Cause.NONE;
  }

  private Set<ActionId> timedOut(Collection<ActionSnapshot> snapshots) {
    Map<ActionId, Duration> failed = SyncDecision.timesOfFailed(snapshots);
    if (failed.isEmpty()) {
      return Set.of();
    }
    Map<ActionId, Duration> timeouts = new HashMap<>();
    records
        .actionReads()
        .byIds(failed.keySet())
        .forEach((id, action) ->
            action.terms().timeout().ifPresent(timeout -> timeouts.put(id, timeout)));
    return SyncDecision.timedOut(failed, timeouts);
  }
}
