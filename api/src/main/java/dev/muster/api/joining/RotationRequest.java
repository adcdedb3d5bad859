package dev.muster.api.joining;

import dev.muster.domain.cluster.NodeId;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/rotate-tokens}.
 *
 * @param node all of the cluster if it is absent
 */
public record RotationRequest(Optional<NodeId> node) {}
