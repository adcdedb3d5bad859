package dev.muster.domain.protocol;

import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.NodeId;
import java.util.Map;
import java.util.Optional;

/**
 * Body of {@code POST /v1/agents}, by which an agent joins.
 *
 * @param address where Muster reaches it; {@code https}, unless that is the loopback
 * @param platform such as {@code linux-amd64}
 * @param labels that its node shall have, besides those of the join token
 * @param token that Muster shall send it, made by the agent; the same one when it asks again
 * @param certificate SHA-256 of the one that it shows; absent if authorities vouch for it
 */
public record JoinRequest(
    NodeId node,
    AgentAddress address,
    Optional<String> platform,
    Optional<Map<String, String>> labels,
    String token,
    Optional<Fingerprint> certificate) {

  /** Without the token. */
  @Override
  public String toString() {
    return "JoinRequest[%s at %s]".formatted(node, address.value());
  }
}
