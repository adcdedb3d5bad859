package dev.muster.records.clusters;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import java.time.Instant;
import java.util.Map;

/**
 * A cluster, with what is counted in it.
 *
 * @param nodes how many it has
 * @param nodesUp how many of them are UP
 * @param unfinished actions that are not finished
 */
public record ClusterRecord(
    ClusterName name,
    ClusterSettings settings,
    Map<String, String> labels,
    int nodes,
    int nodesUp,
    int unfinished,
    Instant createdAt,
    String createdBy) {}
