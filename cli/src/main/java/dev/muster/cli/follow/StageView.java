package dev.muster.cli.follow;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A stage of a run.
 *
 * @param nodes all of them; of a sampled stage those that the API chose
 */
public record StageView(
    int index,
    String name,
    Rules rules,
    Standing standing,
    Counts counts,
    Optional<Approval> approval,
    List<NodeView> nodes,
    Optional<Sampled> sampled) {

  /**
   * What it does.
   *
   * @param steps names of its steps, in order
   */
  public record Rules(Kind kind, Limits limits, List<String> steps) {}

  /**
   * Where it is.
   *
   * @param state Autopilot's word, such as Schedulable
   */
  public record Standing(
      String state, String reason, Optional<Instant> openedAt, Optional<Instant> finishedAt) {}

  /** Whether it does or undoes. */
  public enum Kind {
    FORWARD,
    ROLLBACK
  }

  /** What holds nodes back; 0 where there is no limit. */
  public record Limits(int concurrency, int maxFailures, int minHealthy) {
    static Limits parse(JsonNode json) {
      return new Limits(
          Json.number(json, "concurrency"),
          Json.number(json, "maxFailures"),
          Json.number(json, "minHealthy"));
    }
  }

  /** How many nodes are in which state. */
  public record Counts(
      int pending, int running, int succeeded, int failed, int skipped, int cancelled) {
    static Counts parse(JsonNode json) {
      return new Counts(
          Json.number(json, "pending"),
          Json.number(json, "running"),
          Json.number(json, "succeeded"),
          Json.number(json, "failed"),
          Json.number(json, "skipped"),
          Json.number(json, "cancelled"));
    }

    /** All of them. */
    public int total() {
      return pending + running + succeeded + failed + skipped + cancelled;
    }
  }

  /** What the API says of a stage that has too many nodes to show all of them. */
  public record Sampled(int settling, List<Waits> waits) {

    /** How many actions wait for one kind of reason, and what the one on {@code node} waits for. */
    public record Waits(int actions, String node, StepView.Wait reason) {}

    static Sampled parse(JsonNode json) {
      return new Sampled(
          Json.number(json, "settling"),
          Json.items(json, "waits").stream()
              .map(waits ->
                  new Waits(
                      Json.number(waits, "actions"),
                      Json.text(waits, "node"),
                      new StepView.Wait(Json.text(waits, "code"), Json.text(waits, "text"))))
              .toList());
    }
  }

  /** Who must agree before the stage opens, and what people answered. */
  public record Approval(
      int required, List<String> from, Optional<Instant> until, List<Answer> answers) {

    /** What one person said. */
    public record Answer(String by, String verdict, String why, Optional<Instant> at) {
      boolean isYes() {
        return verdict.toUpperCase(Locale.ROOT).startsWith("APPROVE");
      }
    }

    static Approval parse(JsonNode json) {
      return new Approval(
          Json.number(json, "required"),
          Json.texts(json, "from"),
          Json.time(json, "until"),
          Json.items(json, "answers").stream()
              .map(answer ->
                  new Answer(
                      Json.text(answer, "by"),
                      Json.text(answer, "verdict"),
                      Json.text(answer, "why"),
                      Json.time(answer, "at")))
              .toList());
    }

    List<String> agreed() {
      return answers.stream().filter(Answer::isYes).map(Answer::by).distinct().toList();
    }
  }

  static StageView parse(JsonNode json) {
    JsonNode approval = json.path("approval");
    JsonNode sampled = json.path("sampled");
    return new StageView(
        Json.number(json, "index"),
        Json.text(json, "name"),
        new Rules(
            Json.text(json, "kind").equalsIgnoreCase("ROLLBACK") ? Kind.ROLLBACK : Kind.FORWARD,
            Limits.parse(json),
            Json.texts(json, "steps")),
        new Standing(
            Json.text(json, "state"),
            Json.text(json, "reason"),
            Json.time(json, "openedAt"),
            Json.time(json, "finishedAt")),
        Counts.parse(json.path("counts")),
        approval.isObject() ? Optional.of(Approval.parse(approval)) : Optional.empty(),
        Json.items(json, "nodes").stream().map(NodeView::parse).toList(),
        sampled.isObject() ? Optional.of(Sampled.parse(sampled)) : Optional.empty());
  }

  /** Opened, and not over. */
  boolean open() {
    return standing.openedAt().isPresent() && standing.finishedAt().isEmpty() && !isFinal();
  }

  boolean isFinal() {
    return KnownStates.isFinalRun(standing.state());
  }

  boolean awaitsApproval() {
    return standing.state().equalsIgnoreCase("PendingApprove");
  }

  /** Worth a line: what only runs after a failure is not, as long as none happened. */
  boolean shown() {
    return rules.kind() == Kind.FORWARD || standing.openedAt().isPresent();
  }

  Mark mark() {
    if (KnownStates.isFailedRun(standing.state())) {
      return Mark.FAILED;
    }
    return switch (standing.state().toUpperCase(Locale.ROOT)) {
      case "COMPLETED" ->
          standing.openedAt().isPresent() || counts.total() == 0 ? Mark.OK : Mark.SKIPPED;
      case "CANCELLED" -> Mark.CANCELLED;
      case "PAUSED" -> Mark.PAUSED;
      case "PENDINGAPPROVE" -> Mark.WAITING;
      default -> standing.openedAt().isPresent() ? Mark.RUNNING : Mark.PENDING;
    };
  }

  /** The latest of {@code end} and the ends of its nodes: those not begun end with the stage. */
  Instant lastOf(Instant end) {
    return nodes.stream()
        .flatMap(node -> node.finishedAt().stream())
        .filter(end::isBefore)
        .max(Instant::compareTo)
        .orElse(end);
  }

  Optional<Duration> took(Instant now) {
    return standing
        .openedAt()
        .map(start -> Duration.between(start, standing.finishedAt().orElse(now)));
  }

  /** {@code 2/4 ok · 1 failed (budget 1) · 1 running}: what a person asks first. */
  String progress() {
    List<String> parts = new ArrayList<>();
    parts.add("%d/%d ok".formatted(counts.succeeded(), counts.total()));
    if (counts.failed() > 0 || open()) {
      parts.add("%d failed (budget %d)".formatted(counts.failed(), rules.limits().maxFailures()));
    }
    long settling = settling();
    add(parts, counts.running() - settling, "running");
    add(parts, settling, "settling");
    add(parts, counts.skipped(), "skipped");
    add(parts, counts.cancelled(), "cancelled");
    if (open() && rules.limits().concurrency() > 0) {
      parts.add("concurrency " + rules.limits().concurrency());
    }
    if (open() && rules.limits().minHealthy() > 0) {
      parts.add("min healthy " + rules.limits().minHealthy());
    }
    return String.join(" · ", parts);
  }

  private long settling() {
    return sampled
        .map(said -> (long) said.settling())
        .orElseGet(() -> nodes.stream().filter(node -> node.inWork() && node.settling()).count());
  }

  private static void add(List<String> parts, long count, String word) {
    if (count > 0) {
      parts.add(count + " " + word);
    }
  }
}
