package dev.muster.activities.watch;

import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.domain.cluster.NodeStatus;

/**
 * A node that a watch looks at.
 *
 * @param cursor up to which its agent's changes are recorded
 * @param status as recorded
 */
public record WatchedNode(AgentEndpoint agent, long cursor, NodeStatus status) {}
