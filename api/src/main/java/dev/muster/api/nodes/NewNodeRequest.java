package dev.muster.api.nodes;

import dev.muster.domain.cluster.NodeId;
import java.util.Map;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/nodes}.
 *
 * @param agent {@code http://host:port}
 */
public record NewNodeRequest(
    NodeId id, AgentAddress agent, Optional<String> role, Optional<Map<String, String>> labels) {}
