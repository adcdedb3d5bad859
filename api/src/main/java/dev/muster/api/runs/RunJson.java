package dev.muster.api.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.runs.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A run as callers see it.
 *
 * @param stall since when and why it, or its cluster's loop, stands still; only when one is shown
 * @param summary the one line that answers everything
 * @param reason why it was started
 * @param planHash of what was approved
 * @param stage name of the stage in hand; only in lists
 * @param counts over all stages; only in lists
 * @param stages only when one run is shown
 * @param cut where the rest is, if not all nodes of the stages are shown
 */
public record RunJson(
    RunId id,
    ClusterName cluster,
    String playbook,
    int version,
    ProgressState state,
    String stateReason,
    Optional<String> stall,
    String summary,
    String requester,
    String reason,
    String ticket,
    String planHash,
    JsonNode params,
    Optional<String> pausedBy,
    Optional<String> cancelledBy,
    Instant createdAt,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Optional<String> stage,
    Optional<CountsJson> counts,
    Optional<List<StageJson>> stages,
    Optional<CutJson> cut) {

  /** What a run is in a list, or when it is shown. */
  sealed interface Depth {

    record Listed(Optional<String> stage, CountsJson counts) implements Depth {}

    record Shown(List<StageJson> stages) implements Depth {}
  }

  static RunJson of(RunRecord run, String summary, Depth depth) {
    return new RunJson(
        run.id(),
        run.cluster(),
        run.playbook(),
        run.version(),
        run.state(),
        stateReason(run),
        Optional.empty(),
        run.playbook() + " · " + summary,
        run.requester(),
        run.reason(),
        run.ticket(),
        run.planHash(),
        run.masking().shown(run.params()),
        run.pausedBy(),
        run.cancelledBy(),
        run.createdAt(),
        run.startedAt(),
        run.finishedAt(),
        depth instanceof Depth.Listed listed ? listed.stage() : Optional.empty(),
        depth instanceof Depth.Listed listed ? Optional.of(listed.counts()) : Optional.empty(),
        depth instanceof Depth.Shown shown ? Optional.of(shown.stages()) : Optional.empty(),
        depth instanceof Depth.Shown shown
            ? CutJson.of(run.id(), shown.stages())
            : Optional.empty());
  }

  /** This run, saying why nothing happens yet. */
  RunJson waiting(String why) {
    return saying(stateReason + ": " + why, stall);
  }

  /** The same, saying why it stands still, if it does. */
  RunJson standing(Optional<String> why) {
    return saying(stateReason, why);
  }

  private RunJson saying(String reasonOfState, Optional<String> why) {
    return new RunJson(
        id,
        cluster,
        playbook,
        version,
        state,
        reasonOfState,
        why,
        summary,
        requester,
        reason,
        ticket,
        planHash,
        params,
        pausedBy,
        cancelledBy,
        createdAt,
        startedAt,
        finishedAt,
        stage,
        counts,
        stages,
        cut);
  }

  private static String stateReason(RunRecord run) {
    boolean untouched = run.state() == ProgressState.NEW_PLAN && run.stateReason().isEmpty();
    return untouched
        ? "recorded; waits for the engine to take it up"
        : run.masking().shown(run.stateReason());
  }
}
