package dev.muster.domain.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.UUID;

/**
 * One element of the array that answers {@code POST /v1/actions}, at the same index as its
 * submission. Stored before it is answered.
 *
 * @param reason why it was refused
 * @param record with {@code conflict}, the action that the agent has under this id
 */
public record SubmissionAnswer(
    Optional<UUID> id, Verdict result, Optional<String> reason, Optional<ActionReport> record) {

  /** What became of a submission. */
  public enum Verdict {
    /** Stored; it will be executed in its turn. */
    @JsonProperty("accepted")
    ACCEPTED,
    /** The agent has it already: the same id, kind and arguments. As good as accepted. */
    @JsonProperty("duplicate")
    DUPLICATE,
    /** The agent has something else under this id, and keeps it. */
    @JsonProperty("conflict")
    CONFLICT,
    /** Unknown kind or bad arguments: sending it again would not help. */
    @JsonProperty("refused")
    REFUSED
  }
}
