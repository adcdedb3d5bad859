package dev.muster.cli.follow;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * A node in a stage.
 *
 * @param state PENDING, RUNNING, SUCCEEDED, FAILED, TIMED_OUT, UNREACHABLE, SKIPPED or CANCELLED
 * @param settling whether its steps are done and its health is being watched
 * @param steps those that were begun or wait to begin, in order
 */
public record NodeView(
    String node,
    int batch,
    String state,
    boolean settling,
    String reason,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    List<StepView> steps) {

  /** Reads a node as a run, or a page of its nodes, has it. */
  public static NodeView parse(JsonNode json) {
    return new NodeView(
        Json.text(json, "node"),
        Json.number(json, "batch"),
        Json.text(json, "state").toUpperCase(Locale.ROOT),
        Json.flag(json, "settling"),
        Json.text(json, "reason"),
        Json.time(json, "startedAt"),
        Json.time(json, "finishedAt"),
        Json.items(json, "steps").stream().map(StepView::parse).toList());
  }

  Mark mark() {
    if (KnownStates.isFailedNode(state)) {
      return Mark.FAILED;
    }
    return switch (state) {
      case "RUNNING" -> settling ? Mark.WAITING : Mark.RUNNING;
      case "SUCCEEDED" -> Mark.OK;
      case "SKIPPED" -> Mark.SKIPPED;
      case "CANCELLED" -> Mark.CANCELLED;
      default -> Mark.PENDING;
    };
  }

  boolean failed() {
    return mark() == Mark.FAILED;
  }

  boolean inWork() {
    return state.equals("RUNNING");
  }

  boolean pending() {
    return mark() == Mark.PENDING;
  }

  boolean isFinal() {
    return KnownStates.isFinalNode(state);
  }

  /** "failed", "timed out". */
  String stateWord() {
    return state.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The newest attempt of a step, if it has an action. */
  Optional<StepView> step(String name) {
    return last(step -> step.step().equals(name));
  }

  /** The step in hand: the newest one that is not over. */
  Optional<StepView> inHand() {
    return last(step -> !step.isFinal());
  }

  /** What the node waits for, if it does. */
  Optional<StepView.Wait> waitsFor() {
    return inHand().filter(step -> step.mark() == Mark.WAITING).flatMap(StepView::waits);
  }

  /** "settling: healthy for 3 s of 5 s". */
  String settlingText() {
    boolean says = reason.isEmpty() || reason.startsWith("settling");
    return says && !reason.isEmpty() ? reason : "settling" + (says ? "" : ": " + reason);
  }

  /** What keeps a node in work from getting on; settling is told apart. */
  String trouble() {
    return settling || !inWork() ? "" : reason;
  }

  /** When the newest of its steps ended, if none is in hand. */
  Optional<Instant> stepsDoneAt() {
    return inHand().isPresent()
        ? Optional.empty()
        : steps.stream().flatMap(step -> step.finishedAt().stream()).max(Instant::compareTo);
  }

  /** Why it failed: its newest step's error, else what is said of the node. */
  String failure() {
    return last(step -> !step.error().isEmpty()).map(StepView::error).orElse(reason);
  }

  /** The step that it is at, the newest; empty before the first. */
  public String at() {
    return last(step -> true).map(StepView::step).orElse("");
  }

  /** Why it failed or does not get on; empty when all is well. */
  public String says() {
    if (failed()) {
      return failure();
    }
    return inWork() && settling
        ? settlingText()
        : waitsFor().map(StepView.Wait::text).orElse(reason);
  }

  /** How long it was in work, or has been until {@code now}. */
  public Optional<Duration> took(Instant now) {
    return startedAt.map(start -> Duration.between(start, finishedAt.orElse(now)));
  }

  private Optional<StepView> last(Predicate<StepView> wanted) {
    return steps.reversed().stream().filter(wanted).findFirst();
  }
}
