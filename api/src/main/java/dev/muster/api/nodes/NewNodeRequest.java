package dev.muster.api.nodes;

import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.cluster.NodeId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/nodes}.
 *
 * @param agent {@code http://host:port}
 * @param protocol what the agent there speaks; {@code muster-agent/v1} if it is left out
 */
public record NewNodeRequest(
    NodeId id,
    AgentAddress agent,
    Optional<AgentProtocol> protocol,
    @Schema(pattern = Label.LABEL) Optional<String> role,
    Optional<Map<String, String>> labels) {}
