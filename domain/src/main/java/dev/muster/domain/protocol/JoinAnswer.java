package dev.muster.domain.protocol;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;

/**
 * What an agent is told that joined.
 *
 * @param state {@code accepted}, or {@code pending} until somebody accepts it
 */
public record JoinAnswer(ClusterName cluster, NodeId node, String state) {}
