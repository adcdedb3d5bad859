package dev.muster.api.clusters;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.records.clusters.ClusterRecord;
import java.time.Instant;
import java.util.Map;

/**
 * A cluster as callers see it.
 *
 * @param nodes how many it has
 * @param nodesUp how many of them are UP
 * @param unfinished actions that are not finished
 */
public record ClusterJson(
    ClusterName name,
    Map<String, String> labels,
    ClusterSettings settings,
    int nodes,
    int nodesUp,
    int unfinished,
    Instant createdAt,
    String createdBy) {

  static ClusterJson of(ClusterRecord cluster) {
    return new ClusterJson(
        cluster.name(),
        cluster.labels(),
        cluster.settings(),
        cluster.nodes(),
        cluster.nodesUp(),
        cluster.unfinished(),
        cluster.createdAt(),
        cluster.createdBy());
  }
}
