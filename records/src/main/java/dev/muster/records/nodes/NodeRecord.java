package dev.muster.records.nodes;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.discovery.DiscoveryName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A node: what was registered, and how it was when its agent was last asked. */
public record NodeRecord(
    ClusterName cluster,
    NodeId id,
    Registered registered,
    Seen seen,
    Facts facts,
    VisitFailures failures,
    Instant addedAt,
    String addedBy) {

  /**
   * What was registered.
   *
   * @param agent the agent's address
   * @param protocol such as {@code muster-agent/v1}
   * @param discovery that it is of; empty if a person added it
   */
  public record Registered(
      String agent,
      String protocol,
      Optional<String> role,
      Map<String, String> labels,
      Optional<DiscoveryName> discovery) {}

  /**
   * How it was.
   *
   * @param upSince since when it has been UP without a break, if it is
   * @param at when the agent last answered
   * @param vanishedAt since when its discovery does not name it, if that is so
   */
  public record Seen(
      NodeStatus status,
      Optional<String> reason,
      Optional<Instant> upSince,
      Optional<Instant> at,
      Optional<Instant> vanishedAt) {}

  /**
   * What its agent says of itself.
   *
   * @param epoch of the agent's store
   */
  public record Facts(
      Optional<String> platform,
      Optional<String> version,
      Optional<UUID> epoch,
      Map<String, String> attributes,
      List<String> kinds) {}
}
