package dev.muster.api.nodes;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.records.nodes.NodeRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node as callers see it.
 *
 * @param agent the agent's address
 * @param upSince since when it has been UP without a break, if it is
 * @param seenAt when the agent last answered
 * @param errorSince since when each visit has failed, if the last one did
 */
public record NodeJson(
    ClusterName cluster,
    NodeId id,
    String agent,
    Optional<String> role,
    Map<String, String> labels,
    NodeStatus status,
    Optional<String> statusReason,
    Optional<Instant> upSince,
    Optional<Instant> seenAt,
    Optional<String> platform,
    Optional<String> agentVersion,
    List<String> kinds,
    Map<String, String> attributes,
    Optional<String> lastError,
    Optional<Instant> errorSince,
    int errorCycles,
    Instant addedAt,
    String addedBy) {

  static NodeJson of(NodeRecord node) {
    return new NodeJson(
        node.cluster(),
        node.id(),
        node.agent(),
        node.role(),
        node.labels(),
        node.status(),
        node.statusReason(),
        node.upSince(),
        node.seenAt(),
        node.platform(),
        node.agentVersion(),
        node.kinds(),
        node.attributes(),
        node.lastError(),
        node.errorSince(),
        node.errorCycles(),
        node.addedAt(),
        node.addedBy());
  }
}
