package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A change of a cluster's settings that a person asks for by a signal.
 *
 * @param settings what is named changes, null removes a limit, the rest stays
 * @param at when it was asked for
 */
public record SettingsRequest(
    ClusterName cluster,
    Map<String, JsonNode> settings,
    String by,
    Optional<String> why,
    Instant at) {}
