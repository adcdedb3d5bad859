package dev.muster.cli.follow;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Mark;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A step on a node: its newest attempt.
 *
 * @param action id of its action
 * @param state of its action
 * @param waits why the action does not start, if it waits
 * @param error why it failed, if it did
 */
public record StepView(
    String step,
    String action,
    int attempt,
    String state,
    Optional<Wait> waits,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    String error) {

  /** Why an action does not start yet: a word for programs, a sentence for people. */
  public record Wait(String code, String text) {}

  static StepView parse(JsonNode json) {
    JsonNode wait = json.path("wait");
    JsonNode error = json.path("error");
    return new StepView(
        Json.text(json, "step"),
        Json.text(json, "action"),
        Math.max(1, Json.number(json, "attempt")),
        Json.text(json, "state").toUpperCase(Locale.ROOT),
        wait.isObject()
            ? Optional.of(new Wait(Json.text(wait, "code"), Json.text(wait, "text")))
            : Optional.empty(),
        Json.time(json, "startedAt"),
        Json.time(json, "finishedAt"),
        error.isObject() ? Json.text(error, "message") : Json.asText(error));
  }

  /** Whether its action is over. */
  boolean isFinal() {
    return KnownStates.isFinalAction(state) || state.equals("SKIPPED");
  }

  /** Cancelled before its agent began with it: what is said of its node says it all. */
  boolean neverBegan() {
    return state.equals("CANCELLED") && startedAt.isEmpty();
  }

  Mark mark() {
    if (KnownStates.isFailedAction(state)) {
      return Mark.FAILED;
    }
    return switch (state) {
      case "DONE" -> Mark.OK;
      case "CANCELLED" -> Mark.CANCELLED;
      case "SKIPPED" -> Mark.SKIPPED;
      case "RUNNING" -> Mark.RUNNING;
      case "SUSPENDED" -> Mark.PAUSED;
      case "NEW", "PENDING_APPROVE", "WAITING", "PENDING_SCHEDULE" -> Mark.WAITING;
      default -> Mark.PENDING;
    };
  }

  /** The id as it is shown and typed. */
  String shortAction() {
    return RunView.shortId(action);
  }
}
