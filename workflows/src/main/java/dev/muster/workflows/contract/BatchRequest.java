package dev.muster.workflows.contract;

import dev.muster.domain.cluster.Fence;

/** One batch of nodes of a cycle that is too large for one activity. */
public record BatchRequest(Fence fence, NodeRange range) {}
