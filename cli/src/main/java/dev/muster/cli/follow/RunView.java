package dev.muster.cli.follow;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A run as the API shows it, with what the display needs to know of it. What the API left out is
 * empty.
 *
 * @param summary the API's one line that answers everything
 */
public record RunView(
    String id,
    String cluster,
    String playbook,
    String summary,
    Standing standing,
    Origin origin,
    Times times,
    List<StageView> stages) {

  private static final int SHORT_ID = 8;

  /**
   * Where it is.
   *
   * @param stall since when and why it stands still
   */
  public record Standing(
      String state, String reason, Optional<String> stall, Optional<String> pausedBy) {}

  /** Who asked for the run, and why. */
  public record Origin(String requester, String reason, String ticket) {}

  /** When what happened to it. */
  public record Times(
      Optional<Instant> created, Optional<Instant> started, Optional<Instant> finished) {}

  /** Reads a run as {@code GET /v1/runs/{id}} answers it. */
  public static RunView parse(JsonNode json) {
    return new RunView(
        Json.text(json, "id"),
        Json.text(json, "cluster"),
        Json.text(json, "playbook"),
        Json.text(json, "summary"),
        new Standing(
            Json.text(json, "state"),
            Json.text(json, "stateReason"),
            Json.optional(json, "stall"),
            Json.optional(json, "pausedBy")),
        new Origin(
            Json.text(json, "requester"), Json.text(json, "reason"), Json.text(json, "ticket")),
        new Times(
            Json.time(json, "createdAt"),
            Json.time(json, "startedAt"),
            Json.time(json, "finishedAt")),
        Json.items(json, "stages").stream().map(StageView::parse).toList());
  }

  /** The beginning of an id, long enough to be typed and to be unique in practice. */
  public static String shortId(String id) {
    return id.length() <= SHORT_ID ? id : id.substring(0, SHORT_ID);
  }

  /** Autopilot's word. */
  public String state() {
    return standing.state();
  }

  public String shortId() {
    return shortId(id);
  }

  /** Whether nothing more will happen. */
  public boolean isFinal() {
    return KnownStates.isFinalRun(state());
  }

  /** What the shell is told when the run ended like this. */
  public ExitCode exitCode() {
    return switch (state().toUpperCase(Locale.ROOT)) {
      case "COMPLETED" -> ExitCode.OK;
      case "CANCELLED", "ROLLEDBACK" -> ExitCode.CANCELLED;
      default -> isFinal() ? ExitCode.FAILED : ExitCode.WAITING;
    };
  }

  /** Its state with the reason, unless that says the state itself: "Cancelled by ada". */
  String ending() {
    String state = state();
    String reason = standing.reason();
    if (mark() == Mark.OK || reason.isEmpty()) {
      return state;
    }
    boolean says = reason.regionMatches(true, 0, state + " ", 0, state.length() + 1);
    return state + (says ? reason.substring(state.length()) : ": " + reason);
  }

  Mark mark() {
    return switch (exitCode()) {
      case OK -> Mark.OK;
      case CANCELLED -> Mark.CANCELLED;
      case FAILED -> Mark.FAILED;
      default -> standing.pausedBy().isPresent() ? Mark.PAUSED : Mark.RUNNING;
    };
  }

  boolean awaitsApproval() {
    return state().equalsIgnoreCase("PendingApprove")
        || stages.stream().anyMatch(StageView::awaitsApproval);
  }

  /** The stages that are worth a line. */
  List<StageView> shownStages() {
    return stages.stream().filter(StageView::shown).toList();
  }

  Duration took(Instant now) {
    return times
        .started()
        .or(times::created)
        .map(start -> Duration.between(start, times.finished().orElse(now)))
        .orElse(Duration.ZERO);
  }

  /** Whether it has more nodes than the API shows with it. */
  public boolean isSampled() {
    return stages.stream().anyMatch(stage -> stage.sampled().isPresent());
  }

  /** Nodes over all stages, by how they stand. */
  StageView.Counts counts() {
    int pending = 0;
    int running = 0;
    int succeeded = 0;
    int failed = 0;
    int skipped = 0;
    int cancelled = 0;
    for (StageView stage : shownStages()) {
      pending += stage.counts().pending();
      running += stage.counts().running();
      succeeded += stage.counts().succeeded();
      failed += stage.counts().failed();
      skipped += stage.counts().skipped();
      cancelled += stage.counts().cancelled();
    }
    return new StageView.Counts(pending, running, succeeded, failed, skipped, cancelled);
  }

  /** The line at the top: the API's summary, or as much of it as can be told without. */
  public String headline() {
    return summary.isEmpty() ? playbook + " · " + state() : summary;
  }
}
