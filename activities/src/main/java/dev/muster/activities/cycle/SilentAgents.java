package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.sync.Silence;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes down what follows from agents that stay silent. */
final class SilentAgents {

  private final Records records;
  private final Cluster cluster;

  SilentAgents(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  void judge() {
    Map<NodeId, Instant> silentSince = silentSince();
    if (silentSince.isEmpty()) {
      return;
    }
    List<ActionId> blamed = new ArrayList<>();
    List<ActionChange> lost = new ArrayList<>();
    for (ActionBrief action : cluster.unfinished()) {
      Optional<Silence> silence = action.node().map(silentSince::get).map(at -> judge(action, at));
      if (silence.filter(Silence::isUnreachable).isPresent()) {
        blamed.add(action.id());
        action.node().ifPresent(node -> cluster.touch(Set.of(node)));
      }
      silence.flatMap(Silence::lost).ifPresent(why -> lost.add(lost(action, why)));
      silence.flatMap(Silence::reviewAt).ifPresent(cluster::reviewAt);
    }
    cluster.writes().actions().blame(blamed, Cause.UNREACHABLE);
    cluster.change(lost);
  }

  /** The silent nodes on which something is unfinished. */
  private Map<NodeId, Instant> silentSince() {
    Set<NodeId> silent = new TreeSet<>();
    for (ActionBrief action : cluster.unfinished()) {
      action
          .node()
          .filter(node -> cluster.statuses().containsKey(node))
          .filter(node -> !cluster.status(node).agentAnswers())
          .ifPresent(silent::add);
    }
    if (silent.isEmpty()) {
      return Map.of();
    }
    Map<NodeId, Instant> since = new HashMap<>();
    for (NodeVisit node : records.nodeVisits().of(cluster.name(), NodeSelection.named(silent))) {
      node.silentSince().ifPresent(at -> since.put(node.id(), at));
    }
    return since;
  }

  private Silence judge(ActionBrief action, Instant since) {
    return Silence.judge(
        new Silence.Subject(
            action.state(),
            action.sentAt(),
            action.startedAt(),
            action.timeout(),
            cluster.member(action).filter(member -> !member.state().isFinal()).isPresent()),
        since,
        cluster.settings().unreachableAfter(),
        cluster.now());
  }

  private ActionChange lost(ActionBrief action, String why) {
    return new ActionChange(
        action.id(),
        action.state(),
        ActionState.LOST,
        cluster.now(),
        Actor.CYCLE,
        why,
        ActionOutcome.NONE);
  }
}
