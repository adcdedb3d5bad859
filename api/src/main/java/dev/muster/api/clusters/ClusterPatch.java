package dev.muster.api.clusters;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Body of {@code PATCH /v1/clusters/{c}}: what is named changes, null removes. */
public record ClusterPatch(
    Optional<Map<String, JsonNode>> settings, Optional<Map<String, JsonNode>> labels) {}
