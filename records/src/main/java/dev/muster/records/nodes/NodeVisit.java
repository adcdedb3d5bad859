package dev.muster.records.nodes;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * What a cycle needs to visit a node, and to compare what it finds there.
 *
 * @param agent the agent's address
 * @param upSince since when it has been UP without a break, if it is
 * @param seenAt when the agent last answered
 */
public record NodeVisit(
    NodeId id,
    String agent,
    String protocol,
    NodeStatus status,
    Optional<Instant> upSince,
    Known known,
    Optional<Instant> seenAt,
    VisitFailures failures,
    Instant addedAt) {

  /**
   * What is recorded of the agent.
   *
   * @param cursor up to which the agent's changes are recorded; 0 before the first visit
   * @param epoch of the agent's store at the last visit
   * @param factsFingerprint of the facts that are recorded; 0 before the first visit
   */
  public record Known(long cursor, Optional<UUID> epoch, int factsFingerprint) {}

  /** Up to which the agent's changes are recorded; 0 before the first visit. */
  public long cursor() {
    return known.cursor();
  }

  /**
   * Since when the agent has not answered: for ever, as far as is known, counts from its adding.
   */
  public Optional<Instant> silentSince() {
    return status.agentAnswers() ? Optional.empty() : Optional.of(failures.since().orElse(addedAt));
  }
}
