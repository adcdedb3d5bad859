package dev.muster.api.clusters;

import dev.muster.domain.cluster.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/nudge}.
 *
 * @param nodes to visit; all when there are none
 */
public record NudgeRequest(Optional<List<NodeId>> nodes) {}
