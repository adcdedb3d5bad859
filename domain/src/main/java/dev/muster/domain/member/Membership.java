package dev.muster.domain.member;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberChange.ClusterShape;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The members of a cluster, and who can make more.
 *
 * @param nodes all nodes of the cluster
 * @param profiles the newest version of each, and those that members were made from
 */
public record Membership(
    ClusterName cluster,
    ClusterShape shape,
    List<MemberRecord> members,
    Map<NodeId, KnownNode> nodes,
    Map<ProfileKey, Known> profiles) {

  public Membership {
    members = List.copyOf(members);
    nodes = Map.copyOf(nodes);
    profiles = Map.copyOf(profiles);
  }

  /**
   * A node of the cluster.
   *
   * @param address of its agent
   */
  public record KnownNode(Map<String, String> labels, NodeStatus status, String address) {}

  /** A version of a profile, and since when there is one. */
  public record Known(Profile profile, Instant since) {}
}
