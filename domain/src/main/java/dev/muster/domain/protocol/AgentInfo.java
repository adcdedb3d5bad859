package dev.muster.domain.protocol;

import dev.muster.domain.cluster.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Answer of {@code GET /v1/info}.
 *
 * @param nodeId the node's id as the agent is configured
 * @param epoch made with the agent's store: another one means that the store was lost
 * @param platform Go names, {@code linux-amd64}; empty if the agent does not tell it
 * @param status UP, UNHEALTHY or NODE_DOWN
 * @param statusReason why the node is not up
 * @param kinds the kinds of action that this agent executes, sorted
 * @param sensitive names of arguments whose values the node lets nobody see
 */
public record AgentInfo(
    String nodeId,
    String agentVersion,
    UUID epoch,
    String platform,
    NodeStatus status,
    Optional<String> statusReason,
    Map<String, String> attributes,
    List<String> kinds,
    Optional<List<String>> sensitive) {}
