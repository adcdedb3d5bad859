package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.sync.Silence;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
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
    Set<NodeId> silent = silent();
    if (silent.isEmpty()) {
      return;
    }
    List<ActionBrief> steps =
        cluster.unfinished().stream()
            .filter(ActionBrief::isForAgent)
            .filter(action -> action.node().filter(silent::contains).isPresent())
            .filter(
                action -> cluster.member(action).filter(one -> !one.state().isFinal()).isPresent())
            .toList();
    Map<NodeId, Instant> silentSince = silentSince(steps);
    List<ActionId> blamed = new ArrayList<>();
    for (ActionBrief action : steps) {
      Optional<Instant> since = action.node().map(silentSince::get);
      if (since.isPresent()) {
        Silence silence =
            Silence.judge(since.get(), cluster.settings().unreachableAfter(), cluster.now());
        silence.reviewAt().ifPresent(cluster::reviewAt);
        if (silence.isUnreachable()) {
          blamed.add(action.id());
          cluster.touch(action);
        }
      }
    }
    cluster.writes().actions().blame(blamed, Cause.UNREACHABLE);
  }

  private Set<NodeId> silent() {
    Set<NodeId> silent = new TreeSet<>();
    cluster
        .statuses()
        .forEach((node, status) -> {
          if (!status.agentAnswers()) {
            silent.add(node);
          }
        });
    return silent;
  }

  /** Since when their nodes are silent. */
  private Map<NodeId, Instant> silentSince(List<ActionBrief> steps) {
    Set<NodeId> nodes = new TreeSet<>();
    steps.forEach(action -> action.node().ifPresent(nodes::add));
    Map<NodeId, Instant> since = new HashMap<>();
    if (nodes.isEmpty()) {
      return since;
    }
    for (NodeVisit node : records.nodeVisits().of(cluster.name(), NodeSelection.named(nodes))) {
      node.silentSince().ifPresent(at -> since.put(node.id(), at));
    }
    return since;
  }
}
