package dev.muster.records.members;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberRecord;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A node, a member, or both.
 *
 * @param member if it is one
 * @param registered if it has an agent
 */
public record ListedNode(
    ClusterName cluster,
    NodeId node,
    Optional<MemberRecord> member,
    Optional<Registered> registered) {

  /** What is known of a node with an agent. */
  public record Registered(
      String agent,
      NodeStatus status,
      Optional<String> role,
      Map<String, String> labels,
      Instant addedAt) {}
}
