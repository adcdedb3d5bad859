package dev.muster.activities.agent;

import dev.muster.domain.cluster.NodeId;

/**
 * Where a node's agent is and how it is spoken to.
 *
 * @param address base URL, such as {@code http://10.0.0.7:7070}; a path is kept
 * @param protocol a name of {@link dev.muster.domain.cluster.AgentProtocol}
 */
public record AgentEndpoint(NodeId node, String address, String protocol) {}
