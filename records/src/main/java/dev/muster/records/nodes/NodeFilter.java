package dev.muster.records.nodes;

import dev.muster.domain.cluster.NodeStatus;
import java.util.Map;
import java.util.Optional;

/**
 * Which nodes of a cluster to list.
 *
 * @param labels that a node must have with exactly these values
 */
public record NodeFilter(
    Optional<NodeStatus> status, Optional<String> role, Map<String, String> labels) {

  public static final NodeFilter ALL = new NodeFilter(Optional.empty(), Optional.empty(), Map.of());
}
