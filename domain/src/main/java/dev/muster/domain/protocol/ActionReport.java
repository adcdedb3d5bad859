package dev.muster.domain.protocol;

import dev.muster.domain.action.ActionState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * An action as its agent has it.
 *
 * @param createdAt at the origin
 * @param state NEW, RUNNING, SUSPENDED, DONE, FAILED or CANCELLED
 * @param payload outputs and progress; a JSON object, where the kind has any
 * @param exitCode of the process, where there was one
 * @param origin {@code core} or {@code direct}
 * @param transitions only in the answer of {@code GET /v1/actions/{id}}, oldest first
 * @param logBytes how much it has printed, when it has finished; empty of agents that do not tell
 */
public record ActionReport(
    UUID id,
    String kind,
    JsonNode args,
    Map<String, String> metadata,
    Instant createdAt,
    Instant receivedAt,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    ActionState state,
    Optional<JsonNode> payload,
    Optional<Failure> error,
    Optional<Integer> exitCode,
    String origin,
    Optional<List<Step>> transitions,
    Optional<Long> logBytes) {

  /** Of an agent that does not tell how much was printed. */
  public ActionReport(
      UUID id,
      String kind,
      JsonNode args,
      Map<String, String> metadata,
      Instant createdAt,
      Instant receivedAt,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      ActionState state,
      Optional<JsonNode> payload,
      Optional<Failure> error,
      Optional<Integer> exitCode,
      String origin,
      Optional<List<Step>> transitions) {
    this(
        id,
        kind,
        args,
        metadata,
        createdAt,
        receivedAt,
        startedAt,
        finishedAt,
        state,
        payload,
        error,
        exitCode,
        origin,
        transitions,
        Optional.empty());
  }

  /** Jackson reads an absent {@code Optional<JsonNode>} as one that holds JSON's null. */
  public ActionReport {
    payload = payload.filter(node -> !node.isNull());
  }

  /** Whether its agent has, or may have, something that it printed. */
  public boolean mayHaveLog() {
    return logBytes.isEmpty() || logBytes.get() > 0;
  }

  /** How long it took by the agent's own clock; empty as long as it has not finished. */
  public Optional<Duration> duration() {
    return startedAt.flatMap(from -> finishedAt.map(to -> Duration.between(from, to)));
  }

  /** Why an action failed: what happened, and below it the causes, outermost first. */
  public record Failure(String message, List<String> causes) {}

  /** One entry of an action's history on its agent. */
  public record Step(Instant at, ActionState state, Optional<String> why) {}
}
