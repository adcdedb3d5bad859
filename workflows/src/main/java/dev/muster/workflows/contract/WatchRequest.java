package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import java.time.Duration;

/**
 * Long-poll the agents that have unfinished actions, and the nodes that settle.
 *
 * @param atMost how long to watch when nothing changes
 */
public record WatchRequest(ClusterName cluster, Duration atMost) {}
