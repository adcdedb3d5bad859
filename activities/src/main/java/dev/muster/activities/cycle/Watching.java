package dev.muster.activities.cycle;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.runs.OpenStage;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which nodes are worth a long poll. */
final class Watching {

  private Watching() {}

  static List<NodeId> nodes(Records records, ClusterName cluster) {
    Set<NodeId> nodes = new TreeSet<>();
    records.actionReads().unfinishedOf(cluster).stream()
        .filter(action -> action.sentAt().isPresent() || action.state().isOnAgent())
        .forEach(action -> action.node().ifPresent(nodes::add));
    for (OpenStage stage : records.openStages().of(cluster).values()) {
      stage
          .members()
          .forEach((node, member) -> {
            if (Members.isSettling(member)) {
              nodes.add(node);
            }
          });
    }
    return List.copyOf(nodes);
  }
}
