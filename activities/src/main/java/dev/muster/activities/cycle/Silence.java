package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What follows from agents that stay silent: a stage counts their nodes as failed after a while,
 * and what should be over long ago counts as lost.
 */
final class Silence {

  /** Beyond an action's own timeout, which its agent keeps. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final Records records;
  private final Cluster cluster;

  Silence(Records records, Cluster cluster) {
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
      Optional<Instant> since = action.node().map(silentSince::get);
      if (since.isEmpty()) {
        continue;
      }
      boolean inOpenNode =
          cluster.member(action).filter(member -> !member.state().isFinal()).isPresent();
      if (inOpenNode && isOver(since.get().plus(cluster.settings().unreachableAfter()))) {
        blamed.add(action.id());
        action.node().ifPresent(node -> cluster.touch(Set.of(node)));
      }
      overdue(action).filter(this::isOver).ifPresent(at -> lost.add(lost(action, since.get())));
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

  private static Optional<Instant> overdue(ActionBrief action) {
    if (!action.state().isOnAgent()) {
      return Optional.empty();
    }
    Optional<Instant> from = action.startedAt().or(action::sentAt);
    return from.flatMap(at -> action.timeout().map(timeout -> at.plus(timeout).plus(GRACE)));
  }

  /** Whether that time has come; if not, the cluster is looked at again then. */
  private boolean isOver(Instant at) {
    boolean over = !cluster.now().isBefore(at);
    if (!over) {
      cluster.reviewAt(at);
    }
    return over;
  }

  private ActionChange lost(ActionBrief action, Instant since) {
    return new ActionChange(
        action.id(),
        action.state(),
        ActionState.LOST,
        cluster.now(),
        Actor.CYCLE,
        "its agent is silent since %s, and the action's time is over".formatted(since),
        ActionOutcome.NONE);
  }
}
