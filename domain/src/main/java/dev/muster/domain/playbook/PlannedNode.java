package dev.muster.domain.playbook;

import dev.muster.domain.cluster.NodeId;

/**
 * A node of a stage as frozen when the run was planned.
 *
 * @param batch index of its batch, from 0
 */
public record PlannedNode(NodeId node, int batch) {}
