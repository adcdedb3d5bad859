package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.shown.Shortened;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionWrites;
import dev.muster.records.core.CoreReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The actions that Muster itself executes, as a cycle sees them: within its transaction they are
 * handed to the worker that executes them, and what became of them is taken. So no push can be
 * lost, repeated or refused, and nothing is ever LOST.
 */
final class OwnActions {

  /** Who reports of them in the history. */
  private static final Actor MUSTER = new Actor(Actor.Type.ORCHESTRATION, "core");

  private static final int LONGEST_WHY = 1_000;

  private final Cluster cluster;

  OwnActions(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Records what became of them. Costs nothing where there are none in work. */
  void takeReports() {
    if (cluster.attended().stream().noneMatch(OwnActions::isInWork)) {
      return;
    }
    List<ActionChange> changes = new ArrayList<>();
    for (CoreReport report : cluster.writes().core().take()) {
      Optional.ofNullable(cluster.unfinishedById().get(report.action()))
          .filter(action -> action.state().mayBecome(report.state()))
          .ifPresent(action -> {
            cluster
                .writes()
                .core()
                .tell(action.id(), action.state(), report.told(), MUSTER, cluster.now());
            if (report.state() == ActionState.PENDING_SCHEDULE) {
              Instant at = report.finishedAt().orElse(cluster.now());
              cluster.writes().core().retry(action.id(), at);
              changes.add(
                  new ActionChange(
                      action.id(),
                      action.state(),
                      report.state(),
                      cluster.now(),
                      MUSTER,
                      why(report),
                      ActionOutcome.NONE));
            } else {
              changes.add(change(action, report));
            }
          });
    }
    cluster.change(changes);
  }

  /** Hands these over. From here on they execute, whatever becomes of this process. */
  void start(List<ActionBrief> actions) {
    List<ActionChange> changes = new ArrayList<>();
    for (ActionBrief action : actions) {
      changes.add(
          new ActionChange(
              action.id(),
              action.state(),
              ActionState.RUNNING,
              cluster.now(),
              MUSTER,
              "Muster executes it",
              begun(cluster.now())));
    }
    if (!actions.isEmpty()) {
      cluster
          .writes()
          .core()
          .handOver(actions.stream().map(ActionBrief::id).toList(), cluster.now());
      cluster.change(changes);
    }
  }

  /** Passes on what somebody wants of those that are in work. */
  void signal() {
    List<ActionBrief> wanted =
        cluster.attended().stream()
            .filter(OwnActions::isInWork)
            .filter(action -> Endings.signal(action).isPresent())
            .toList();
    for (ActionBrief action : wanted) {
      Endings.signal(action).ifPresent(signal -> signal(action.id(), signal));
    }
  }

  private void signal(ActionId action, Signal signal) {
    cluster.writes().core().signal(action, signal);
    ActionWrites actions = cluster.writes().actions();
    switch (signal) {
      case CANCEL -> actions.cancelSent(List.of(action), cluster.now());
      case SUSPEND, RESUME -> actions.pauseSent(action, signal, Optional.empty(), cluster.now());
    }
  }

  private static boolean isInWork(ActionBrief action) {
    return !action.isForAgent() && action.node().isPresent() && action.state().isOnAgent();
  }

  private ActionChange change(ActionBrief action, CoreReport report) {
    return new ActionChange(
        action.id(),
        action.state(),
        report.state(),
        cluster.now(),
        MUSTER,
        why(report),
        new ActionOutcome(
                Optional.empty(),
                Optional.empty(),
                report.finishedAt(),
                report.payload(),
                report.error(),
                Optional.empty(),
                report.cause())
            .notAfter(cluster.now()));
  }

  private String why(CoreReport report) {
    return switch (report.state()) {
      case DONE -> "done";
      case FAILED ->
          Shortened.to(LONGEST_WHY, report.error().map(Failure::message).orElse("it failed"));
      case CANCELLED -> "stopped, as somebody asked";
      case SUSPENDED -> "paused, as somebody asked";
      case PENDING_SCHEDULE ->
          Shortened.to(
              LONGEST_WHY,
              "retried, not before %s: %s"
                  .formatted(
                      report.finishedAt().orElse(cluster.now()),
                      report.error().map(Failure::message).orElse("")));
      case PENDING_APPROVE, WAITING, WAITING_LIFECYCLE_COMPLETION, NEW, RUNNING, LOST ->
          "it goes on";
    };
  }

  private static ActionOutcome begun(Instant now) {
    return new ActionOutcome(
        Optional.of(now),
        Optional.of(now),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        ActionOutcome.NONE.cause());
  }
}
