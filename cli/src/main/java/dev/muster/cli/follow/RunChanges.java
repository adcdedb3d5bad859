package dev.muster.cli.follow;

import dev.muster.cli.terminal.Mark;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What happened between two looks at a run, one line each, in the order in which it happened.
 * Nothing is lost by not looking in between: what began and ended meanwhile gives two lines, with
 * the times at which it did.
 */
final class RunChanges {
  /** One line: when, and what. */
  record Change(Instant at, String text) {}

  private final Instant now;
  private final List<Change> changes = new ArrayList<>();

  private RunChanges(Instant now) {
    this.now = now;
  }

  /** The changes from {@code before} to {@code after}. */
  static List<Change> between(RunView before, RunView after, Instant now) {
    RunChanges found = new RunChanges(now);
    found.run(before, after);
    return found.inOrder();
  }

  /** What somebody who begins to follow a run in the middle should know: not every step so far. */
  static List<Change> soFar(RunView run, Instant now) {
    RunChanges found = new RunChanges(now);
    for (StageView stage : run.shownStages()) {
      found.stageBegins(Optional.empty(), stage);
      stage.nodes().stream()
          .filter(node -> node.failed() || (node.inWork() && stage.sampled().isEmpty()))
          .forEach(node -> found.node(stage, Optional.empty(), node));
      found.stageEnds(Optional.empty(), stage);
    }
    found.waits(Set.of(), run);
    found.state(run);
    return found.inOrder();
  }

  private List<Change> inOrder() {
    changes.sort(Comparator.comparing(Change::at));
    return changes;
  }

  private void run(RunView before, RunView after) {
    Map<Integer, StageView> stages = new HashMap<>();
    before.stages().forEach(stage -> stages.put(stage.index(), stage));
    for (StageView stage : after.stages()) {
      Optional<StageView> old = Optional.ofNullable(stages.get(stage.index()));
      stageBegins(old, stage);
      nodes(old, stage);
      progress(old, stage);
      stageEnds(old, stage);
    }
    Set<String> known = new HashSet<>();
    RunNotes.waiting(before).forEach(waiting -> known.add(waiting.key()));
    waits(known, after);
    if (!sameToPeople(before, after)) {
      state(after);
    }
  }

  // Schedulable and SchedulableWait take turns with every node; the nodes' own lines say that.
  private static boolean sameToPeople(RunView before, RunView after) {
    boolean going = isGoing(before.state()) && isGoing(after.state());
    boolean open = after.stages().stream().anyMatch(StageView::open);
    return (going && open)
        || (before.state().equals(after.state())
            && before.standing().reason().equals(after.standing().reason()));
  }

  private static boolean isGoing(String state) {
    return state.equalsIgnoreCase("Schedulable") || state.equalsIgnoreCase("SchedulableWait");
  }

  private void state(RunView run) {
    // Whatever became known with the end is told ahead of it.
    add(run.times().finished().map(end -> latest(end, changes)), "run is " + run.ending());
  }

  private static Instant latest(Instant end, List<Change> changes) {
    return changes.stream()
        .map(Change::at)
        .filter(end::isBefore)
        .max(Instant::compareTo)
        .orElse(end);
  }

  private void stageBegins(Optional<StageView> before, StageView stage) {
    if (stage.standing().openedAt().isPresent()
        && before.flatMap(old -> old.standing().openedAt()).isEmpty()) {
      add(
          stage.standing().openedAt(),
          "%s: stage opened, %s, concurrency %d, budget %d"
              .formatted(
                  stage.name(),
                  Text.count(stage.counts().total(), "node"),
                  stage.rules().limits().concurrency(),
                  stage.rules().limits().maxFailures()));
    }
    if (stage.awaitsApproval() && !before.map(StageView::awaitsApproval).orElse(false)) {
      add(Optional.empty(), stage.name() + ": stage waits for approval");
    }
    stage.approval().ifPresent(approval -> answers(before, stage, approval));
  }

  private void stageEnds(Optional<StageView> before, StageView stage) {
    if (stage.isFinal() && !before.map(StageView::isFinal).orElse(false)) {
      boolean plain = stage.mark() == Mark.OK || stage.standing().reason().isEmpty();
      String why = plain ? "" : ": " + stage.standing().reason();
      String took = stage.took(now).map(t -> " after " + TimeText.took(t)).orElse("");
      add(
          stage.standing().finishedAt().map(end -> stage.lastOf(end)),
          "%s: stage is %s%s, %s%s"
              .formatted(stage.name(), stage.standing().state(), took, stage.progress(), why));
    }
  }

  private void answers(Optional<StageView> before, StageView stage, StageView.Approval approval) {
    int known = before.flatMap(StageView::approval).map(old -> old.answers().size()).orElse(0);
    approval.answers().stream()
        .skip(known)
        .forEach(answer -> {
          String why = answer.why().isEmpty() ? "" : ": " + answer.why();
          String verb = answer.isYes() ? "approved" : "rejected";
          add(answer.at(), "%s: %s by %s%s".formatted(stage.name(), verb, answer.by(), why));
        });
  }

  private void nodes(Optional<StageView> before, StageView stage) {
    Map<String, NodeView> known = new HashMap<>();
    before.ifPresent(old -> old.nodes().forEach(node -> known.put(node.node(), node)));
    for (NodeView node : stage.nodes()) {
      Optional<NodeView> old = Optional.ofNullable(known.get(node.node()));
      if (stage.sampled().isPresent()) {
        sampled(stage, old, node);
      } else if (!old.equals(Optional.of(node))) {
        node(stage, old, node);
      }
    }
  }

  /** Which nodes in work are shown changes all the time: only what is wrong is told of each. */
  private void sampled(StageView stage, Optional<NodeView> before, NodeView node) {
    if (node.failed() && !before.map(NodeView::failed).orElse(false)) {
      node(stage, before, node);
    } else {
      silence(stage.name() + "/" + node.node(), before, node);
    }
  }

  /** Of a sampled stage every tenth of its nodes is told instead of every node. */
  private void progress(Optional<StageView> before, StageView stage) {
    boolean further = tenths(stage) > before.map(RunChanges::tenths).orElse(0);
    if (stage.sampled().isPresent() && stage.open() && further) {
      add(Optional.empty(), stage.name() + ": " + stage.progress());
    }
  }

  private static int tenths(StageView stage) {
    StageView.Counts counts = stage.counts();
    long over = (long) counts.total() - counts.pending() - counts.running();
    return counts.total() == 0 ? 0 : (int) (over * 10 / counts.total());
  }

  private void node(StageView stage, Optional<NodeView> before, NodeView node) {
    String where = stage.name() + "/" + node.node();
    Map<String, StepView> known = new HashMap<>();
    before.ifPresent(old -> old.steps().forEach(step -> known.put(key(step), step)));
    for (StepView step : node.steps()) {
      step(where, Optional.ofNullable(known.get(key(step))), step);
    }
    if (node.settling() && !before.map(NodeView::settling).orElse(false)) {
      add(node.stepsDoneAt(), where + ": " + node.settlingText());
    }
    silence(where, before, node);
    if (node.isFinal() && !before.map(NodeView::isFinal).orElse(false)) {
      String why = node.failed() && !node.failure().isEmpty() ? ": " + node.failure() : "";
      String took = node.took(now).map(t -> " after " + TimeText.took(t)).orElse("");
      add(node.finishedAt(), where + ": " + node.stateWord() + took + why);
    }
  }

  /** What is said of a node in work, beside its steps, is that its agent is silent. */
  private void silence(String where, Optional<NodeView> before, NodeView node) {
    String old = before.filter(NodeView::inWork).map(NodeView::trouble).orElse("");
    if (!node.inWork() || node.trouble().equals(old)) {
      return;
    }
    add(
        Optional.empty(),
        where + ": " + (node.trouble().isEmpty() ? "its agent answers again" : node.trouble()));
  }

  private void step(String where, Optional<StepView> before, StepView step) {
    String what = where + ": " + step.step() + (step.attempt() > 1 ? " #" + step.attempt() : "");
    if (step.startedAt().isPresent() && before.flatMap(StepView::startedAt).isEmpty()) {
      add(step.startedAt(), what + " started");
    }
    if (step.neverBegan()) {
      return;
    }
    if (step.isFinal() && !before.map(StepView::isFinal).orElse(false)) {
      String took =
          step.startedAt()
              .flatMap(start -> step.finishedAt().map(end -> Duration.between(start, end)))
              .map(t -> " after " + TimeText.took(t))
              .orElse("");
      String why = step.error().isEmpty() ? "" : ": " + step.error();
      add(step.finishedAt(), what + " " + step.mark().word() + took + why);
    } else if (!step.isFinal() && !before.map(StepView::state).equals(Optional.of(step.state()))) {
      if (step.state().equals("SUSPENDED")) {
        add(Optional.empty(), what + " suspended");
      }
    }
  }

  private void waits(Set<String> known, RunView run) {
    for (RunNotes.Waiting waiting : RunNotes.waiting(run)) {
      if (!known.contains(waiting.key())) {
        add(Optional.empty(), waiting.sentence());
      }
    }
  }

  private static String key(StepView step) {
    return step.step() + "#" + step.attempt();
  }

  private void add(Optional<Instant> at, String text) {
    changes.add(new Change(at.orElse(now), text));
  }
}
