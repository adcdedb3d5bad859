package dev.muster.activities.watch;

import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.Since;
import dev.muster.domain.cluster.NodeStatus;

/**
 * A node that a watch looks at.
 *
 * @param since from where on its agent is asked
 * @param status as recorded
 */
public record WatchedNode(AgentEndpoint agent, Since since, NodeStatus status) {}
