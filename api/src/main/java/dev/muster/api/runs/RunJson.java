package dev.muster.api.runs;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.runs.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A run as callers see it: one flat object. */
public record RunJson(
    @JsonUnwrapped RunPlaybookPart what,
    @JsonUnwrapped RunStandingPart standing,
    @JsonUnwrapped RunStartPart start,
    @JsonUnwrapped RunCoursePart course,
    @JsonUnwrapped RunDepthPart depth) {

  /** What runs where. */
  public record RunPlaybookPart(RunId id, ClusterName cluster, String playbook, int version) {}

  /**
   * Where it is.
   *
   * @param stall since when and why it, or its cluster's loop, stands still; only when one is shown
   * @param summary the one line that answers everything
   */
  public record RunStandingPart(
      ProgressState state, String stateReason, Optional<String> stall, String summary) {}

  /**
   * What it was started with.
   *
   * @param reason why it was started
   * @param planHash of what was approved
   */
  public record RunStartPart(
      String requester, String reason, String ticket, String planHash, JsonNode params) {}

  /** What happened to it when. */
  public record RunCoursePart(
      Optional<String> pausedBy,
      Optional<String> cancelledBy,
      Instant createdAt,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt) {}

  /**
   * How much of it is told: less in a list than when it is shown.
   *
   * @param stage name of the stage in hand; only in lists
   * @param counts over all stages; only in lists
   * @param stages only when one run is shown
   * @param cut where the rest is, if not all nodes of the stages are shown
   */
  public record RunDepthPart(
      Optional<String> stage,
      Optional<CountsJson> counts,
      Optional<List<StageJson>> stages,
      Optional<CutJson> cut) {

    static RunDepthPart listed(Optional<String> stage, CountsJson counts) {
      return new RunDepthPart(stage, Optional.of(counts), Optional.empty(), Optional.empty());
    }

    static RunDepthPart shown(RunId run, List<StageJson> stages) {
      return new RunDepthPart(
          Optional.empty(), Optional.empty(), Optional.of(stages), CutJson.of(run, stages));
    }
  }

  static RunJson of(RunRecord run, String summary, RunDepthPart depth) {
    return new RunJson(
        new RunPlaybookPart(
            run.id(), run.cluster(), run.planned().playbook(), run.planned().version()),
        new RunStandingPart(
            run.state(),
            stateReason(run),
            Optional.empty(),
            run.planned().playbook() + " · " + summary),
        new RunStartPart(
            run.origin().requester(),
            run.origin().reason(),
            run.origin().ticket(),
            run.planned().hash(),
            run.masking().shown(run.planned().params())),
        new RunCoursePart(
            run.standing().pausedBy(),
            run.standing().cancelledBy(),
            run.times().createdAt(),
            run.times().startedAt(),
            run.times().finishedAt()),
        depth);
  }

  RunId id() {
    return what.id();
  }

  /** Whether nothing more will happen. */
  public boolean over() {
    return standing.state().isFinal();
  }

  /** This run, saying why nothing happens yet. */
  RunJson waiting(String why) {
    return saying(standing.stateReason() + ": " + why, standing.stall());
  }

  /** This run, saying why it stands still, if it does. */
  RunJson standing(Optional<String> why) {
    return saying(standing.stateReason(), why);
  }

  private RunJson saying(String stateReason, Optional<String> stall) {
    RunStandingPart said =
        new RunStandingPart(standing.state(), stateReason, stall, standing.summary());
    return new RunJson(what, said, start, course, depth);
  }

  private static String stateReason(RunRecord run) {
    boolean untouched = run.state() == ProgressState.NEW_PLAN && run.standing().reason().isEmpty();
    return untouched
        ? "recorded; waits for the engine to take it up"
        : run.masking().shown(run.standing().reason());
  }
}
