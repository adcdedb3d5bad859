package dev.muster.activities.playbook;

import dev.muster.activities.steps.RunFacts;
import dev.muster.activities.steps.Steps;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.Expressions;
import dev.muster.domain.playbook.Tested;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Progress;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunDecision;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunNext;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.StagePlan;
import dev.muster.records.Records;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.RunOverview;
import dev.muster.records.runs.RunWrites;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.PlaybookOptions;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunStanding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Moves one run as far as it goes now, within one transaction. */
final class RunAdvance {

  /** A run of a few hundred stages, each skipped, is no reason to give up. */
  private static final int MOST_STEPS = 2_000;

  private static final int VISITED_AT_HAND_OVER = 100;
  private static final int VISITED_AT_START = 500;

  private final Records records;
  private final Steps steps;
  private final RunFacts run;
  private final RunWrites writes;
  private final Instant now;
  private final ShownRun shown;

  private final Map<Integer, String> undecidable = new HashMap<>();
  private Optional<Set<NodeId>> nudge = Optional.empty();
  private boolean opened;

  /** The run as the last step has left it. */
  private Optional<RunOverview> known = Optional.empty();

  /**
   * What was done.
   *
   * @param nudge the nodes to visit, all when it is empty; absent if no cycle is needed
   */
  record Done(RunStanding standing, Optional<Set<NodeId>> nudge) {}

  RunAdvance(Records records, Steps steps, RunFacts run, RunWrites writes, Instant now) {
    this.records = records;
    this.steps = steps;
    this.run = run;
    this.writes = writes;
    this.now = now;
    this.shown = new ShownRun(records, run);
  }

  Done go(List<RunCommand> commands) {
    RunCommandHandler instructions = new RunCommandHandler(records, run, writes, now);
    List<CommandOutcome> outcomes = new ArrayList<>();
    for (RunCommand command : commands) {
      outcomes.add(instructions.carryOut(command));
    }
    for (int i = 0; i < MOST_STEPS; i++) {
      RunOverview overview = overview();
      RunSituation view = overview.view();
      if (view.state().isFinal()) {
        return new Done(shown.over(overview, outcomes), nudge);
      }
      switch (RunDecision.next(view, now)) {
        case RunNext.AskApproval(int stage) -> writes.askApproval(stage, now);
        case RunNext.OpenStage(int stage) -> open(overview, stage);
        case RunNext.SkipStage(int stage, String why) -> writes.skipStage(stage, why, now);
        case RunNext.EndStage(int stage, ProgressState outcome, String why) ->
            end(overview, stage, outcome, why);
        case RunNext.Await await -> {
          writes.waits(await.shown(), await.why(), PlaybookOptions.nextAdvance(now, await.until()));
          showStages(view);
          nudgeAfter(commands);
          // What this advance has opened was not looked at by any cycle: nothing says why it waits.
          RunStanding standing =
              opened
                  ? shown.opened(overview, await, outcomes)
                  : shown.waiting(overview, await, outcomes);
          return new Done(standing, nudge);
        }
        case RunNext.End(ProgressState outcome, String why) -> {
          writes.state(outcome, why, now);
          return new Done(shown.ended(overview, outcome, why, outcomes), nudge);
        }
      }
    }
    throw new IllegalStateException(
        "run %s takes more than %d steps at once".formatted(run.id(), MOST_STEPS));
  }

  /**
   * From stage to stage, or to the end: to wait is the workflow's.
   *
   * @param seen the run as it is now, if that is known; whether conditions hold is not asked of it
   */
  HandOver.Result handOver(Optional<RunOverview> seen) {
    known = seen.filter(overview -> !isConditional(overview.view().stages()));
    for (int i = 0; i < MOST_STEPS; i++) {
      RunOverview overview = overview();
      RunSituation view = overview.view();
      switch (RunDecision.next(view, now)) {
        case RunNext.OpenStage(int stage) -> open(overview, stage);
        case RunNext.SkipStage(int stage, String why) -> writes.skipStage(stage, why, now);
        case RunNext.EndStage(int stage, ProgressState outcome, String why) ->
            end(overview, stage, outcome, why);
        case RunNext.AskApproval ask -> {
          return handedOver(false);
        }
        case RunNext.Await await -> {
          return handedOver(false);
        }
        case RunNext.End(ProgressState outcome, String why) -> {
          if (!view.state().isFinal()) {
            writes.state(outcome, why, now);
          }
          return handedOver(true);
        }
      }
    }
    return handedOver(false);
  }

  private HandOver.Result handedOver(boolean over) {
    return new HandOver.Result(nudge.orElse(Set.of()), over);
  }

  private RunOverview overview() {
    Optional<RunOverview> last = known;
    known = Optional.empty();
    return last.orElseGet(this::read);
  }

  private RunOverview read() {
    Map<RunId, RunOverview> found =
        records.runSituations().of(Set.of(run.id()), (id, stage) -> applies(stage));
    return Optional.ofNullable(found.get(run.id())).orElseThrow();
  }

  /** A condition without an answer lets the stage open, which then fails with the reason. */
  private boolean applies(StagePlan stage) {
    Optional<String> when = stage.when();
    if (when.isEmpty()) {
      return true;
    }
    return switch (Expressions.test(when.get(), run.scope().withStages(steps.stages(run.id())))) {
      case Tested.Is(boolean holds) -> holds;
      case Tested.Failed(String message) -> {
        undecidable.put(stage.index(), run.masking().shown(message));
        yield true;
      }
    };
  }

  private void open(RunOverview overview, int stage) {
    RunSituation view = overview.view();
    StagePlan plan = view.stages().get(stage).plan();
    Optional<String> mistake = Optional.ofNullable(undecidable.get(stage));
    if (mistake.isPresent()) {
      writes.endStage(
          stage,
          ProgressState.APPLY_FAILED,
          "whether the stage applies cannot be said: " + mistake.get(),
          now);
      return;
    }
    boolean first = view.stages().stream().allMatch(one -> one.openedAt().isEmpty());
    Opening opening = new Opening(records, steps, run, writes, now);
    List<NodeId> nodes = opening.open(plan);
    opened = true;
    if (opening.leftAllPending()) {
      known = afterwards(overview, view.stages().get(stage).openedAt(now));
    }
    if (nodes.isEmpty()) {
      return;
    }
    // Nobody may have looked at the first ones for a minute. Of a large stage those that come later
    // are looked at as they come: visiting all would cost each as much as starting it.
    int starting = Math.min(plan.rules().concurrency(), VISITED_AT_HAND_OVER);
    nudge(nodes.subList(0, Math.min(first ? VISITED_AT_START : starting, nodes.size())));
  }

  private void end(RunOverview overview, int stage, ProgressState outcome, String why) {
    if (overview.view().stages().get(stage).counts().pending() > 0) {
      // What it has not started is cancelled by the cluster's cycle, the only writer of states.
      inWork(1).ifPresent(this::nudge);
      writes.endStage(stage, outcome, why, now);
      return;
    }
    writes.endBegunStage(stage, outcome, why, now);
    known = afterwards(overview, overview.view().stages().get(stage).in(outcome));
  }

  /** Nothing else has changed, so it is read again only if a condition may say something else. */
  private static Optional<RunOverview> afterwards(RunOverview overview, RunSituation.Stage moved) {
    RunSituation view = overview.view();
    int index = moved.plan().index();
    List<RunSituation.Stage> stages = new ArrayList<>(view.stages());
    stages.set(index, moved);
    return isConditional(stages)
        ? Optional.empty()
        : Optional.of(
            new RunOverview(
                view.with(stages), overview.reason(), overview.settling(), overview.version()));
  }

  private static boolean isConditional(List<RunSituation.Stage> stages) {
    return stages.stream()
        .anyMatch(stage -> !stage.state().isFinal() && stage.plan().when().isPresent());
  }

  private void nudgeAfter(List<RunCommand> commands) {
    if (!commands.isEmpty() && nudge.isEmpty()) {
      inWork(VISITED_AT_START).ifPresent(this::nudge);
    }
  }

  /** Nodes that are in work; if there are none, one that is pending. */
  private Optional<List<NodeId>> inWork(int atMost) {
    List<NodeId> running = new ArrayList<>();
    List<NodeId> pending = new ArrayList<>();
    for (OpenStage stage : records.openStages().of(run.id()).values()) {
      stage
          .members()
          .forEach((node, member) -> {
            if (member.state() == NodeState.RUNNING) {
              running.add(node);
            } else if (member.state() == NodeState.PENDING) {
              pending.add(node);
            }
          });
    }
    List<NodeId> nodes = running.isEmpty() ? pending.stream().limit(1).toList() : running;
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of(nodes.subList(0, Math.min(atMost, nodes.size())));
  }

  private void nudge(List<NodeId> nodes) {
    boolean all = nodes.isEmpty() || nudge.filter(Set::isEmpty).isPresent();
    Set<NodeId> visit = new TreeSet<>(all ? Set.of() : nudge.orElse(Set.of()));
    visit.addAll(all ? List.of() : nodes);
    nudge = Optional.of(visit);
  }

  private void showStages(RunSituation view) {
    for (RunSituation.Stage stage : view.stages()) {
      ProgressState state = Progress.stateOf(view, stage);
      if (stage.openedAt().isPresent() && !stage.state().isFinal() && state != stage.state()) {
        writes.stageState(stage.plan().index(), state, "");
      }
    }
  }
}
