package dev.muster.domain.run;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** How far a run is, computed from its parts and said in one line. */
public final class Progress {

  private Progress() {}

  /** Counts a stage's nodes by their state. */
  public static RunSituation.NodeCounts count(Collection<NodeState> nodes) {
    Map<NodeState, Integer> by = new EnumMap<>(NodeState.class);
    nodes.forEach(state -> by.merge(state, 1, Integer::sum));
    return count(by);
  }

  /** Progress from numbers that a query counted already. */
  public static RunSituation.NodeCounts count(Map<NodeState, Integer> nodes) {
    int pending = 0;
    int running = 0;
    int succeeded = 0;
    int failed = 0;
    int skipped = 0;
    int cancelled = 0;
    for (Map.Entry<NodeState, Integer> entry : nodes.entrySet()) {
      int number = entry.getValue();
      switch (entry.getKey()) {
        case PENDING -> pending += number;
        case RUNNING -> running += number;
        case SUCCEEDED -> succeeded += number;
        case FAILED, TIMED_OUT, UNREACHABLE -> failed += number;
        case SKIPPED -> skipped += number;
        case CANCELLED -> cancelled += number;
      }
    }
    return new RunSituation.NodeCounts(pending, running, succeeded, failed, skipped, cancelled);
  }

  /** The state of a stage that follows from its nodes, as it is shown while the run goes on. */
  public static ProgressState stateOf(RunSituation run, RunSituation.Stage stage) {
    if (stage.state().isFinal()) {
      return stage.state();
    }
    if (stage.openedAt().isEmpty()) {
      if (stage.approvalAskedAt().isEmpty()) {
        return ProgressState.NEW_PLAN;
      }
      // Once the run is over, nobody is asked any more.
      return run.state().isFinal() ? ProgressState.CANCELLED : ProgressState.PENDING_APPROVE;
    }
    return switch (OpenStageDecision.next(run, stage)) {
      case RunNext.EndStage end -> end.outcome();
      case RunNext.Await await -> await.shown();
      case RunNext.AskApproval ask -> ProgressState.PENDING_APPROVE;
      case RunNext.OpenStage open -> ProgressState.SCHEDULABLE;
      case RunNext.SkipStage skip -> ProgressState.SCHEDULABLE_WAIT;
      case RunNext.End end -> end.outcome();
    };
  }

  /**
   * One line, such as {@code stage 2/3 rest · 3/4 ok · 0 failed (budget 1) · 1 running}; it says so
   * when the running nodes only settle: {@code … · 1 running · settling}.
   *
   * @param settling of the open stage's nodes
   */
  public static String summary(RunSituation run, int settling) {
    Optional<RunSituation.Stage> current = current(run);
    String stage = current.map(at -> stageLine(run, at, settling)).orElse("no stages");
    if (run.state().isFinal()) {
      return run.state().word() + " · " + (current.isEmpty() ? stage : totals(run));
    }
    if (run.cancelledBy().isPresent()) {
      return "cancelled by %s · %s".formatted(run.cancelledBy().get(), stage);
    }
    if (run.pausedBy().isPresent()) {
      return "paused by %s · %s".formatted(run.pausedBy().get(), stage);
    }
    return stage;
  }

  /**
   * The stage that the run is in: the open one, else the next, else the last that was touched. A
   * cancelled run has no next one.
   */
  public static Optional<RunSituation.Stage> current(RunSituation run) {
    List<RunSituation.Stage> newestFirst = run.stages().reversed();
    return run.stages().stream()
        .filter(RunDecision::isOpen)
        .findFirst()
        .or(() -> run.cancelledBy().isPresent() ? first(newestFirst, Progress::touched) : none())
        .or(() -> first(run.stages(), stage -> !stage.state().isFinal()))
        .or(() -> first(newestFirst, stage -> true));
  }

  private static Optional<RunSituation.Stage> none() {
    return Optional.empty();
  }

  private static Optional<RunSituation.Stage> first(
      List<RunSituation.Stage> stages, Predicate<RunSituation.Stage> wanted) {
    return stages.stream().filter(wanted).findFirst();
  }

  private static boolean touched(RunSituation.Stage stage) {
    return stage.openedAt().isPresent();
  }

  static String nodes(int number) {
    return number == 1 ? "1 node" : number + " nodes";
  }

  static String budget(RunSituation.Stage stage) {
    return "budget " + stage.plan().rules().maxFailures();
  }

  private static String stageLine(RunSituation run, RunSituation.Stage stage, int settling) {
    List<RunSituation.Stage> ofKind =
        run.stages().stream().filter(one -> one.plan().kind() == stage.plan().kind()).toList();
    RunSituation.NodeCounts counts = stage.counts();
    StringBuilder line = new StringBuilder();
    line.append(stage.plan().kind() == StagePlan.Kind.ROLLBACK ? "rollback " : "stage ")
        .append(ofKind.indexOf(stage) + 1)
        .append('/')
        .append(ofKind.size())
        .append(' ')
        .append(stage.plan().name());
    if (stage.openedAt().isEmpty()) {
      return line.append(stage.approvalAskedAt().isPresent() ? asked(run, stage) : " · next")
          .toString();
    }
    line.append(" · %d/%d ok".formatted(counts.succeeded(), counts.total()));
    line.append(" · %d failed (%s)".formatted(counts.failed(), budget(stage)));
    if (counts.skipped() > 0) {
      line.append(" · %d skipped".formatted(counts.skipped()));
    }
    if (counts.cancelled() > 0) {
      line.append(" · %d cancelled".formatted(counts.cancelled()));
    }
    line.append(" · %d running".formatted(counts.running()));
    if (settling > 0) {
      line.append(
          settling >= counts.running() ? " · settling" : " · %d settling".formatted(settling));
    }
    return line.toString();
  }

  /** How many of those whom a stage wants said yes. */
  private static String asked(RunSituation run, RunSituation.Stage stage) {
    String waits = " · waits for approval";
    return stage
        .plan()
        .approval()
        .map(rule ->
            Approvals.judge(
                rule, run.requester(), stage.approvalAskedAt(), stage.approvals(), Instant.MIN))
        .filter(Approvals.Standing.Open.class::isInstance)
        .map(Approvals.Standing.Open.class::cast)
        .map(open ->
            "%s (%d of %d)".formatted(waits, open.by().size(), open.by().size() + open.missing()))
        .orElse(waits);
  }

  /** Over all that was planned; of what would only have undone, over what was opened. */
  private static String totals(RunSituation run) {
    int done = 0;
    int nodes = 0;
    int ok = 0;
    int failed = 0;
    int skipped = 0;
    for (RunSituation.Stage stage : run.stages()) {
      if (touched(stage) || stage.plan().kind() == StagePlan.Kind.FORWARD) {
        done += touched(stage) && stage.state() == ProgressState.COMPLETED ? 1 : 0;
        nodes += stage.counts().total();
        ok += stage.counts().succeeded();
        failed += stage.counts().failed();
        skipped += stage.counts().skipped();
      }
    }
    long planned =
        run.stages().stream()
            .filter(stage -> stage.plan().kind() == StagePlan.Kind.FORWARD)
            .count();
    return "%d/%d stages · %d/%d ok · %d failed%s"
        .formatted(
            done,
            planned,
            ok,
            nodes,
            failed,
            skipped == 0 ? "" : " · %d skipped".formatted(skipped));
  }
}
