package dev.muster.domain.discovery;

import dev.muster.domain.cluster.NodeId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A node that the cluster has.
 *
 * @param agent its address, as it is recorded
 * @param source the discovery that it is of; empty if a person added it
 * @param vanishedAt since when its source does not name it any more, if that is so
 */
public record KnownNode(
    NodeId id,
    String agent,
    Optional<String> role,
    Map<String, String> labels,
    Optional<DiscoveryName> source,
    Optional<Instant> vanishedAt) {

  boolean is(WantedNode wanted) {
    return agent.equals(wanted.agent().value())
        && role.equals(wanted.role())
        && labels.equals(wanted.labels());
  }

  boolean isVanished() {
    return vanishedAt.isPresent();
  }

  /** Whether it is there, and of this source. */
  boolean isOf(DiscoveryName discovery) {
    return !isVanished() && source.equals(Optional.of(discovery));
  }
}
