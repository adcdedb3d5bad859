package dev.muster.records.nodes;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A node: what was registered, and how it was when its agent was last asked.
 *
 * @param agent the agent's address
 * @param upSince since when it has been UP without a break, if it is
 * @param seenAt when the agent last answered
 * @param errorSince since when each visit has failed, if the last one did
 * @param errorCycles how many visits have failed since then
 */
public record NodeRecord(
    ClusterName cluster,
    NodeId id,
    String agent,
    String protocol,
    Optional<String> role,
    Map<String, String> labels,
    NodeStatus status,
    Optional<String> statusReason,
    Optional<Instant> upSince,
    Optional<Instant> seenAt,
    Optional<String> platform,
    Optional<String> agentVersion,
    Optional<UUID> agentEpoch,
    Map<String, String> attributes,
    List<String> kinds,
    Optional<String> lastError,
    Optional<Instant> errorSince,
    int errorCycles,
    Instant addedAt,
    String addedBy) {}
