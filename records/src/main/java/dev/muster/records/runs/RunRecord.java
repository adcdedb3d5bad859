package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.SameRunDecision;
import dev.muster.domain.sensitive.Masking;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A run, without its definition and its stages.
 *
 * @param params as they are; {@code masking} says what people are shown of them
 */
public record RunRecord(
    RunId id,
    ClusterName cluster,
    String playbook,
    int version,
    JsonNode params,
    String planHash,
    ProgressState state,
    String stateReason,
    String requester,
    String reason,
    String ticket,
    Optional<String> pausedBy,
    Optional<Instant> pausedAt,
    Optional<String> cancelledBy,
    Optional<Instant> cancelledAt,
    Instant createdAt,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Masking masking) {

  /** What a repeated start is compared with. */
  public SameRunDecision.Recorded started() {
    return new SameRunDecision.Recorded(cluster, playbook, version, params, reason, ticket);
  }

  /** How people know the run: its playbook and the beginning of its id. */
  public String label() {
    return RunLabel.of(playbook, id);
  }
}
