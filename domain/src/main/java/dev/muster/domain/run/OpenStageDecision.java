package dev.muster.domain.run;

import java.util.Optional;

/** Decides what happens next in an open stage: does it go on, or is it over? */
final class OpenStageDecision {

  private OpenStageDecision() {}

  /** A cancelled stage is closed at once; otherwise it ends when none of its nodes may move. */
  static RunNext next(RunSituation run, RunSituation.Stage stage) {
    int index = stage.plan().index();
    RunSituation.NodeCounts counts = stage.counts();
    if (run.cancelledBy().isPresent()) {
      return new RunNext.EndStage(
          index, ProgressState.CANCELLED, "cancelled by " + run.cancelledBy().get());
    }
    boolean spent = counts.failed() > stage.plan().rules().maxFailures();
    if (counts.running() == 0 && spent) {
      return new RunNext.EndStage(
          index,
          ProgressState.APPLY_FAILED,
          "%d of %s failed (%s)"
              .formatted(counts.failed(), Progress.nodes(counts.total()), Progress.budget(stage)));
    }
    if (counts.running() == 0 && counts.pending() == 0) {
      return new RunNext.EndStage(index, ProgressState.COMPLETED, completed(stage));
    }
    return await(run, stage, spent);
  }

  private static RunNext await(RunSituation run, RunSituation.Stage stage, boolean spent) {
    RunSituation.NodeCounts counts = stage.counts();
    String inWork = Progress.nodes(counts.running()) + " in work";
    if (run.pausedBy().isPresent()) {
      return new RunNext.Await(
          ProgressState.PAUSED,
          "paused by %s; %s".formatted(run.pausedBy().get(), inWork),
          Optional.empty());
    }
    if (spent) {
      return new RunNext.Await(
          ProgressState.SCHEDULABLE_WAIT,
          "stage %s: %d failed (%s), no more nodes start; %s"
              .formatted(stage.plan().name(), counts.failed(), Progress.budget(stage), inWork),
          Optional.empty());
    }
    return new RunNext.Await(
        counts.pending() > 0 ? ProgressState.SCHEDULABLE : ProgressState.SCHEDULABLE_WAIT,
        "stage %s: %d of %s finished, %s"
            .formatted(
                stage.plan().name(),
                counts.total() - counts.pending() - counts.running(),
                Progress.nodes(counts.total()),
                inWork),
        Optional.empty());
  }

  private static String completed(RunSituation.Stage stage) {
    RunSituation.NodeCounts counts = stage.counts();
    if (counts.total() == 0) {
      return "no nodes, nothing to do";
    }
    StringBuilder text = new StringBuilder();
    text.append("%d of %s succeeded".formatted(counts.succeeded(), Progress.nodes(counts.total())));
    if (counts.failed() > 0) {
      text.append(", %d failed (%s)".formatted(counts.failed(), Progress.budget(stage)));
    }
    if (counts.skipped() > 0) {
      text.append(", %d skipped".formatted(counts.skipped()));
    }
    if (counts.cancelled() > 0) {
      text.append(", %d cancelled".formatted(counts.cancelled()));
    }
    return text.toString();
  }
}
