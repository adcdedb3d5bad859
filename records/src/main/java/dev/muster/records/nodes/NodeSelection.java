package dev.muster.records.nodes;

import dev.muster.domain.cluster.NodeId;
import java.util.Collection;
import java.util.List;

/** Which nodes of a cluster a cycle is about. */
public sealed interface NodeSelection {

  /** Every node. */
  record All() implements NodeSelection {}

  /** These, as far as the cluster has them. */
  record Named(List<NodeId> nodes) implements NodeSelection {
    public Named {
      nodes = List.copyOf(nodes);
    }
  }

  /** By their ids in order, both ends included. */
  record Range(NodeId from, NodeId to) implements NodeSelection {}

  static NodeSelection all() {
    return new All();
  }

  static NodeSelection named(Collection<NodeId> nodes) {
    return new Named(List.copyOf(nodes));
  }

  /** What a cycle request says: all nodes when none is named. */
  static NodeSelection namedOrAll(Collection<NodeId> nodes) {
    return nodes.isEmpty() ? all() : named(nodes);
  }

  static NodeSelection range(NodeId from, NodeId to) {
    return new Range(from, to);
  }
}
