package dev.muster.api.clusters;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.records.clusters.ClusterRecord;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster as callers see it.
 *
 * @param nodes how many it has
 * @param nodesUp how many of them are UP
 * @param unfinished actions that are not finished
 * @param stall since when and why its loop stands still; only when one cluster is shown
 */
public record ClusterJson(
    ClusterName name,
    Map<String, String> labels,
    ClusterSettings settings,
    int nodes,
    int nodesUp,
    int unfinished,
    Optional<String> stall,
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
        Optional.empty(),
        cluster.createdAt(),
        cluster.createdBy());
  }

  /** The cluster with what is known of its loop. */
  ClusterJson standing(Optional<String> why) {
    return new ClusterJson(
        name, labels, settings, nodes, nodesUp, unfinished, why, createdAt, createdBy);
  }
}
