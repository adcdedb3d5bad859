package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.RunId;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A run to be recorded, planned.
 *
 * @param definition the playbook's, in full
 */
public record NewRun(
    RunId id,
    ClusterName cluster,
    String playbook,
    int version,
    JsonNode definition,
    RunPlan plan,
    RunOrigin origin,
    Instant at) {}
