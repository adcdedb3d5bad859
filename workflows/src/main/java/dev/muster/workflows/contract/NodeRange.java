package dev.muster.workflows.contract;

import dev.muster.domain.cluster.NodeId;

/** A batch of nodes by their ids in order, both ends included. */
public record NodeRange(NodeId from, NodeId to) {}
