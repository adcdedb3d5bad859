package dev.muster.records.actions;

import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.rollout.Attempt.Cause;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What is known of an execution. When it is written, what is absent stays as it was.
 *
 * @param cause why it did not succeed, where that decides what follows
 */
public record ActionOutcome(
    Optional<Instant> receivedAt,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Optional<JsonNode> payload,
    Optional<Failure> error,
    Optional<Integer> exitCode,
    Cause cause) {

  /** Nothing new. */
  public static final ActionOutcome NONE =
      new ActionOutcome(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Cause.NONE);

  /** As the agent tells it. */
  public static ActionOutcome of(ActionReport report, Cause cause) {
    return new ActionOutcome(
        Optional.of(report.receivedAt()),
        report.startedAt(),
        report.finishedAt(),
        report.payload(),
        report.error(),
        report.exitCode(),
        cause);
  }

  /**
   * With what lies in the future taken as {@code now}: agents' clocks may be wrong, and settling
   * and retries count from the end of an action.
   */
  public ActionOutcome notAfter(Instant now) {
    return new ActionOutcome(
        receivedAt.map(at -> earlier(at, now)),
        startedAt.map(at -> earlier(at, now)),
        finishedAt.map(at -> earlier(at, now)),
        payload,
        error,
        exitCode,
        cause);
  }

  /** The same, begun at a time. */
  public ActionOutcome startedAt(Instant at) {
    return new ActionOutcome(
        receivedAt, Optional.of(at), finishedAt, payload, error, exitCode, cause);
  }

  /** What Muster itself made of it. */
  public static ActionOutcome decided(JsonNode payload, Optional<Failure> error, Cause cause) {
    return new ActionOutcome(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(payload),
        error,
        Optional.empty(),
        cause);
  }

  private static Instant earlier(Instant at, Instant now) {
    return at.isAfter(now) ? now : at;
  }

  /** A failure that Muster itself found, such as an agent's refusal. */
  public static ActionOutcome failed(String message, Cause cause) {
    return new ActionOutcome(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(new Failure(message, List.of())),
        Optional.empty(),
        cause);
  }
}
