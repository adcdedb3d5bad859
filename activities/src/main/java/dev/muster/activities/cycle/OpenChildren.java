package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionView.OpenChild;
import dev.muster.domain.clusteraction.ClusterActionView.Silent;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.PauseRequest;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.nodes.NodeVisit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What an action on the cluster has derived and is unfinished, as it is decided about. */
final class OpenChildren {

  private final Records records;
  private final Cluster cluster;

  OpenChildren(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  /** One for each, in their order. */
  List<OpenChild> of(ActionId parent, List<ActionBrief> children) {
    Map<NodeId, Silent> silent = silent(children);
    List<OpenChild> open = new ArrayList<>();
    for (ActionBrief child : children) {
      child
          .node()
          .ifPresent(node ->
              open.add(
                  new OpenChild(
                      child.id(),
                      node,
                      child.kind(),
                      child.state(),
                      child.sentAt().isPresent() || child.state().isOnAgent(),
                      child.wanted().cancelRequest().isPresent(),
                      isHeldBy(parent, child),
                      Optional.ofNullable(silent.get(node)).filter(any -> child.isForAgent()),
                      child.letGoAt())));
    }
    return open;
  }

  /** Whoever suspends a derived action by itself resumes it, too. */
  private static boolean isHeldBy(ActionId parent, ActionBrief child) {
    return child
        .wanted()
        .pause()
        .filter(pause -> pause.signal() == Signal.SUSPEND)
        .map(PauseRequest::by)
        .filter(name(parent)::equals)
        .isPresent();
  }

  /** By whom agents are asked to do something to what it has derived. */
  static String name(ActionId parent) {
    return "action " + parent;
  }

  private Map<NodeId, Silent> silent(List<ActionBrief> children) {
    Set<NodeId> nodes = new TreeSet<>();
    for (ActionBrief child : children) {
      child.node().filter(node -> !cluster.status(node).agentAnswers()).ifPresent(nodes::add);
    }
    Map<NodeId, Silent> silent = new HashMap<>();
    if (nodes.isEmpty()) {
      return silent;
    }
    for (NodeVisit node : records.nodeVisits().of(cluster.name(), NodeSelection.named(nodes))) {
      node.silentSince()
          .ifPresent(since -> silent.put(node.id(), new Silent(node.status(), since, why(node))));
    }
    return silent;
  }

  private static String why(NodeVisit node) {
    return node.failures()
        .lastError()
        .orElse(
            node.status() == NodeStatus.VANISHED
                ? "its source names it no more"
                : "its agent has not answered yet");
  }
}
