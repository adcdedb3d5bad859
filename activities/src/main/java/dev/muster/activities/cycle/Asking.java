package dev.muster.activities.cycle;

import dev.muster.activities.agent.Since;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.nodes.NodeVisit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says what to ask agents for: those whose answers do not have everything, for each action. */
final class Asking {

  private final Records records;

  Asking(Records records) {
    this.records = records;
  }

  /** From where on agents are asked; left out are those of which a cursor is enough. */
  Map<NodeId, Since> since(ClusterName cluster, List<NodeVisit> nodes) {
    List<NodeVisit> partial = nodes.stream().filter(Asking::answersInPart).toList();
    if (partial.isEmpty()) {
      return Map.of();
    }
    Map<NodeId, Set<ActionId>> unfinished =
        records.nodeVisits().mayHave(cluster, partial.stream().map(NodeVisit::id).toList());
    Map<NodeId, Since> since = new HashMap<>();
    for (NodeVisit node : partial) {
      since.put(node.id(), new Since(node.cursor(), unfinished.getOrDefault(node.id(), Set.of())));
    }
    return since;
  }

  private static boolean answersInPart(NodeVisit node) {
    return AgentProtocol.named(node.protocol())
        .filter(protocol -> !protocol.has(Ability.WHOLE_SNAPSHOT))
        .isPresent();
  }
}
