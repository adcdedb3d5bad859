package dev.muster.api.clusters;

import dev.muster.domain.cluster.ClusterName;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Body of {@code POST /v1/clusters}.
 *
 * @param settings those that differ from the defaults
 */
public record NewClusterRequest(
    ClusterName name,
    Optional<Map<String, JsonNode>> settings,
    Optional<Map<String, String>> labels) {}
