package dev.muster.activities.agent;

import dev.muster.domain.cluster.NodeId;

/**
 * Where a node's agent is and how it is spoken to.
 *
 * @param address base URL, such as {@code http://10.0.0.7:7070}; a path is kept
 * @param protocol such as {@code muster/v1}
 */
public record AgentEndpoint(NodeId node, String address, String protocol) {

  /** The protocol of Muster's own agents. */
  public static final String MUSTER_V1 = "muster/v1";
}
