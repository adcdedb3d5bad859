package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;

/** A run that is not over, as whoever starts its workflow needs it. */
public record OpenRun(
    RunId id, ClusterName cluster, String playbook, int version, String requester) {}
