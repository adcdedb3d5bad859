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
 * @param masking what people are shown of parameters, which are as they are
 */
public record RunRecord(
    RunId id,
    ClusterName cluster,
    Planned planned,
    RunOrigin origin,
    Standing standing,
    Times times,
    Masking masking) {

  /**
   * What was planned.
   *
   * @param params all of them, those with a default too
   * @param hash of everything that a person approves
   */
  public record Planned(String playbook, int version, JsonNode params, String hash) {}

  /** Where it is, and what people did to it. */
  public record Standing(
      ProgressState state,
      String reason,
      Optional<String> pausedBy,
      Optional<String> cancelledBy) {}

  /** When what happened to it. */
  public record Times(
      Instant createdAt, Optional<Instant> startedAt, Optional<Instant> finishedAt) {}

  public ProgressState state() {
    return standing.state();
  }

  /** What a repeated start is compared with. */
  public SameRunDecision.Recorded started() {
    return new SameRunDecision.Recorded(
        cluster,
        planned.playbook(),
        planned.version(),
        planned.params(),
        origin.reason(),
        origin.ticket());
  }

  /** How people know the run: its playbook and the beginning of its id. */
  public String label() {
    return RunLabel.of(planned.playbook(), id);
  }
}
