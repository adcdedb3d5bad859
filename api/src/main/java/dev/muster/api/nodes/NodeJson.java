package dev.muster.api.nodes;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.records.nodes.NodeRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node as callers see it: one flat object. */
public record NodeJson(
    ClusterName cluster,
    NodeId id,
    @JsonUnwrapped NodeRegisteredPart registered,
    @JsonUnwrapped NodeStandingPart standing,
    @JsonUnwrapped NodeFactsPart facts,
    @JsonUnwrapped NodeFailuresPart failures,
    Instant addedAt,
    String addedBy) {

  /**
   * What was registered.
   *
   * @param agent the agent's address
   * @param protocol what it speaks
   * @param limits what agents lack that speak it, and what follows from that
   * @param discovery that it is of; absent if a person added it
   */
  public record NodeRegisteredPart(
      String agent,
      String protocol,
      List<String> limits,
      Optional<String> role,
      Map<String, String> labels,
      Optional<DiscoveryName> discovery) {}

  /**
   * How it is.
   *
   * @param upSince since when it has been UP without a break, if it is
   * @param seenAt when the agent last answered
   * @param vanishedAt since when its discovery does not name it, if that is so
   */
  public record NodeStandingPart(
      NodeStatus status,
      Optional<String> statusReason,
      Optional<Instant> upSince,
      Optional<Instant> seenAt,
      Optional<Instant> vanishedAt) {}

  /** What its agent says of itself. */
  public record NodeFactsPart(
      Optional<String> platform,
      Optional<String> agentVersion,
      List<String> kinds,
      Map<String, String> attributes) {}

  /**
   * Visits that failed.
   *
   * @param errorSince since when each visit has failed, if the last one did
   */
  public record NodeFailuresPart(
      Optional<String> lastError, Optional<Instant> errorSince, int errorCycles) {}

  static NodeJson of(NodeRecord node) {
    return new NodeJson(
        node.cluster(),
        node.id(),
        registered(node.registered()),
        new NodeStandingPart(
            node.seen().status(),
            node.seen().reason(),
            node.seen().upSince(),
            node.seen().at(),
            node.seen().vanishedAt()),
        new NodeFactsPart(
            node.facts().platform(),
            node.facts().version(),
            node.facts().kinds(),
            node.facts().attributes()),
        new NodeFailuresPart(
            node.failures().lastError(), node.failures().since(), node.failures().cycles()),
        node.addedAt(),
        node.addedBy());
  }

  /** A protocol of a newer version is shown as it is, without its limits. */
  private static NodeRegisteredPart registered(NodeRecord.Registered registered) {
    Optional<AgentProtocol> protocol = AgentProtocol.named(registered.protocol());
    return new NodeRegisteredPart(
        registered.agent(),
        protocol.map(AgentProtocol::id).orElse(registered.protocol()),
        protocol.stream().flatMap(known -> known.lacks().stream().map(Ability::withoutIt)).toList(),
        registered.role(),
        registered.labels(),
        registered.discovery());
  }
}
