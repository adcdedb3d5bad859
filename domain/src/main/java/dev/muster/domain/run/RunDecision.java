package dev.muster.domain.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides what happens next in a run.
 *
 * <p>Called again after each step was carried out, it ends at a step that says to wait, or at the
 * end: a stage is asked for once, opened once and closed once. What can be computed from the nodes
 * is computed, so a run whose engine was lost goes on where it was.
 */
public final class RunDecision {

  private RunDecision() {}

  public static RunNext next(RunSituation run, Instant now) {
    if (run.state().isFinal()) {
      return new RunNext.End(run.state(), "the run is over");
    }
    for (RunSituation.Stage stage : run.stages()) {
      if (isOpen(stage)) {
        return OpenStageDecision.next(run, stage);
      }
    }
    if (run.cancelledBy().isPresent()) {
      return afterCancel(run, run.cancelledBy().get());
    }
    return new Walk(run, now).next();
  }

  static boolean isOpen(RunSituation.Stage stage) {
    return stage.openedAt().isPresent() && !stage.state().isFinal();
  }

  private static RunNext afterCancel(RunSituation run, String by) {
    int inWork = run.stages().stream().mapToInt(stage -> stage.counts().running()).sum();
    String why = "cancelled by " + by;
    return inWork == 0
        ? new RunNext.End(ProgressState.CANCELLED, why)
        : new RunNext.Await(
            ProgressState.SCHEDULABLE_WAIT,
            "%s; %s in work first ends".formatted(why, Progress.nodes(inWork)),
            Optional.empty());
  }

  /** One walk along the stages, none of which is open. */
  private record Walk(RunSituation run, Instant now) {

    RunNext next() {
      Optional<RunSituation.Stage> carriedOn = Optional.empty();
      for (RunSituation.Stage stage : ofKind(StagePlan.Kind.FORWARD)) {
        if (!stage.state().isFinal()) {
          return before(stage, Optional.empty());
        }
        if (stage.state() == ProgressState.CANCELLED) {
          return new RunNext.End(ProgressState.CANCELLED, name(stage) + " was cancelled");
        }
        if (failed(stage)) {
          switch (stage.plan().onFailure()) {
            case STOP -> {
              return new RunNext.End(stage.state(), failure(stage));
            }
            case ROLLBACK -> {
              return rollBack(stage);
            }
            case CONTINUE -> carriedOn = carriedOn.or(() -> Optional.of(stage));
          }
        }
      }
      return carriedOn.<RunNext>map(this::endCarriedOn).orElseGet(this::passOverRollback);
    }

    private RunNext endCarriedOn(RunSituation.Stage stage) {
      return new RunNext.End(
          stage.state(), failure(stage) + "; the stages after it were done all the same");
    }

    private RunNext passOverRollback() {
      for (RunSituation.Stage stage : ofKind(StagePlan.Kind.ROLLBACK)) {
        if (!stage.state().isFinal()) {
          return new RunNext.SkipStage(stage.plan().index(), "nothing failed");
        }
      }
      return new RunNext.End(ProgressState.COMPLETED, "every stage is finished");
    }

    private RunNext rollBack(RunSituation.Stage failed) {
      List<RunSituation.Stage> stages = ofKind(StagePlan.Kind.ROLLBACK);
      if (stages.isEmpty()) {
        return new RunNext.End(
            failed.state(), failure(failed) + "; the playbook has no rollback stages");
      }
      Optional<RunSituation.Stage> broken = Optional.empty();
      for (RunSituation.Stage stage : stages) {
        if (!stage.state().isFinal()) {
          return before(stage, Optional.of(failed));
        }
        if (stage.state() != ProgressState.COMPLETED) {
          broken = broken.or(() -> Optional.of(stage));
          if (stage.plan().onFailure() != StagePlan.OnFailure.CONTINUE) {
            break;
          }
        }
      }
      return broken
          .map(stage ->
              new RunNext.End(
                  ProgressState.APPLY_FAILED,
                  "%s; its rollback failed too: %s".formatted(failure(failed), failure(stage))))
          .orElseGet(() ->
              new RunNext.End(ProgressState.ROLLED_BACK, failure(failed) + "; it was rolled back"));
    }

    /**
     * What comes before a stage is open. An approval is judged before a pause: a no ends the run,
     * and a pause does not stop the clock of an approval.
     *
     * @param cause the stage whose failure is being rolled back
     */
    private RunNext before(RunSituation.Stage stage, Optional<RunSituation.Stage> cause) {
      int index = stage.plan().index();
      Optional<Approvals.Standing> approval =
          stage.applies()
              ? stage.plan().approval().map(rule -> judge(rule, stage))
              : Optional.empty();
      if (approval.isPresent()
          && approval.get() instanceof Approvals.Standing.Refused(String why)) {
        return refused(stage, why, cause);
      }
      if (run.pausedBy().isPresent()) {
        return new RunNext.Await(
            ProgressState.PAUSED,
            "paused by %s before %s".formatted(run.pausedBy().get(), name(stage)),
            stage.approvalAskedAt().isPresent() ? until(approval) : Optional.empty());
      }
      if (!stage.applies()) {
        return new RunNext.SkipStage(index, "its condition is false");
      }
      if (approval.isEmpty() || approval.get() instanceof Approvals.Standing.Granted) {
        return new RunNext.OpenStage(index);
      }
      return stage.approvalAskedAt().isEmpty()
          ? new RunNext.AskApproval(index)
          : new RunNext.Await(
              ProgressState.PENDING_APPROVE, wanted(stage, approval.get()), until(approval));
    }

    private Approvals.Standing judge(ApprovalRule rule, RunSituation.Stage stage) {
      return Approvals.judge(
          rule, run.requester(), stage.approvalAskedAt(), stage.approvals(), now);
    }

    private static RunNext refused(
        RunSituation.Stage stage, String why, Optional<RunSituation.Stage> cause) {
      String refusal = "%s was not approved: %s".formatted(name(stage), why);
      return cause
          .map(failed ->
              new RunNext.End(
                  ProgressState.APPLY_FAILED,
                  "%s; it was not rolled back: %s".formatted(failure(failed), refusal)))
          .orElseGet(() -> new RunNext.End(ProgressState.CANCELLED, refusal));
    }

    private static String wanted(RunSituation.Stage stage, Approvals.Standing standing) {
      ApprovalRule rule = stage.plan().approval().orElseThrow();
      List<String> given = standing instanceof Approvals.Standing.Open open ? open.by() : List.of();
      return "%s waits for approval: %d of %d given%s%s"
          .formatted(
              name(stage),
              given.size(),
              rule.required(),
              given.isEmpty() ? "" : " by " + String.join(", ", given),
              rule.from().isEmpty() ? "" : "; may answer: " + String.join(", ", rule.from()));
    }

    private static Optional<Instant> until(Optional<Approvals.Standing> standing) {
      return standing.flatMap(open ->
          open instanceof Approvals.Standing.Open(var by, var missing, var until)
              ? until
              : Optional.empty());
    }

    private static boolean failed(RunSituation.Stage stage) {
      return stage.state() != ProgressState.COMPLETED;
    }

    private static String failure(RunSituation.Stage stage) {
      return stage.state() == ProgressState.APPLY_FAILED
          ? "%s failed on %s (%s)"
              .formatted(
                  name(stage), Progress.nodes(stage.counts().failed()), Progress.budget(stage))
          : "%s ended as %s".formatted(name(stage), stage.state().word());
    }

    private static String name(RunSituation.Stage stage) {
      return "stage " + stage.plan().name();
    }

    private List<RunSituation.Stage> ofKind(StagePlan.Kind kind) {
      return run.stages().stream().filter(stage -> stage.plan().kind() == kind).toList();
    }
  }
}
