package dev.muster.records.nodes;

import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A node to be registered.
 *
 * @param agent the agent's address, {@code http://host:port}
 */
public record NewNode(
    ClusterName cluster,
    NodeId id,
    String agent,
    AgentProtocol protocol,
    Optional<String> role,
    Map<String, String> labels,
    Instant at,
    String by) {}
