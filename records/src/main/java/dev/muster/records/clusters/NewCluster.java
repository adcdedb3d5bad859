package dev.muster.records.clusters;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import java.time.Instant;
import java.util.Map;

/** A cluster to be made. */
public record NewCluster(
    ClusterName name,
    ClusterSettings settings,
    Map<String, String> labels,
    Instant at,
    String by) {}
