package dev.muster.activities.cycle;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.sync.SyncDecision;
import dev.muster.records.nodes.NodeVisit;

/**
 * A node, and what its agent said when it was asked.
 *
 * @param before what was known, and when the agent was asked
 */
record Visit(NodeVisit node, AgentAnswer<ActionSnapshot> answer, SyncDecision.Before before) {

  static AgentEndpoint agent(ClusterName cluster, NodeVisit node) {
    return new AgentEndpoint(cluster, node.id(), node.agent(), node.protocol());
  }
}
