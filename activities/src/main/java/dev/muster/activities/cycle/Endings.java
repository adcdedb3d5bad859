package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Dependencies;
import dev.muster.domain.action.Dependencies.Standing;
import dev.muster.domain.action.Signal;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.rollout.Withdrawal;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.CancelRequest;
import dev.muster.records.actions.Dependency;
import dev.muster.records.actions.PauseRequest;
import dev.muster.records.runs.OpenStage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends what nobody waits for any more, and lets go what waited for others. */
final class Endings {

  private final Records records;
  private final Cluster cluster;

  Endings(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  /** Goes on until nothing changes: one that is cancelled may break others in turn. */
  void releaseDependents() {
    while (cluster.hasWaiting()) {
      List<Dependency> decided = records.actionReads().decidedDependencies(cluster.name());
      int before = cluster.changed();
      cluster.change(decided.stream().flatMap(one -> released(one).stream()).toList());
      if (decided.isEmpty() || cluster.changed() == before) {
        return;
      }
    }
  }

  /** Cancels what was not sent and should not be any more. */
  void cancelUnsent() {
    List<ActionChange> changes = new ArrayList<>();
    for (ActionBrief action : cluster.notSent()) {
      Withdrawal.of(subject(action))
          .ifPresent(reason ->
              changes.add(
                  new ActionChange(
                      action.id(),
                      action.state(),
                      ActionState.CANCELLED,
                      cluster.now(),
                      reason.by(),
                      reason.why(),
                      ActionOutcome.NONE)));
    }
    cluster.change(changes);
  }

  /** Fails what could not be sent in time; what waits for a person has all the time. */
  void expireUnsent() {
    List<ActionChange> changes = new ArrayList<>();
    for (ActionBrief action : cluster.notSent()) {
      if (action.state() == ActionState.PENDING_SCHEDULE
          && action.times().scheduleBefore().isPresent()) {
        Instant before = action.times().scheduleBefore().get();
        if (cluster.now().isBefore(before)) {
          cluster.reviewAt(before);
        } else {
          changes.add(expired(action, before));
        }
      }
    }
    cluster.change(changes);
  }

  private ActionChange expired(ActionBrief action, Instant before) {
    String why =
        "it was not sent before %s (scheduleWithin)%s"
            .formatted(before, action.waitText().map(wait -> ": " + wait).orElse(""));
    return new ActionChange(
        action.id(),
        action.state(),
        ActionState.FAILED,
        cluster.now(),
        Actor.CYCLE,
        why,
        ActionOutcome.failed(why, Cause.NONE));
  }

  /** About what agents are to be told something: each once, as long as they answer. */
  List<ActionBrief> toSignal() {
    return cluster.attended().stream()
        .filter(ActionBrief::isForAgent)
        .filter(action -> signal(action).isPresent())
        .filter(action -> action.node().filter(n -> cluster.status(n).agentAnswers()).isPresent())
        .toList();
  }

  /** What somebody wants of it that its agent was not told yet. */
  static Optional<Signal> signal(ActionBrief action) {
    return isToStop(action)
        ? Optional.of(Signal.CANCEL)
        : action
            .wanted()
            .pause()
            .filter(pause -> action.state().isOnAgent())
            .flatMap(PauseRequest::unsent);
  }

  /** Whether somebody wants it stopped, its agent may have it, and was not asked yet. */
  private static boolean isToStop(ActionBrief action) {
    return action.wanted().cancelRequest().isPresent()
        && action.wanted().cancelSentAt().isEmpty()
        && (action.sentAt().isPresent() || action.state().isOnAgent());
  }

  private Withdrawal.Subject subject(ActionBrief action) {
    return new Withdrawal.Subject(
        action.wanted().cancelRequest().map(CancelRequest::by),
        action.step().map(step -> step.stage().run()),
        action.wanted().stageEnded(),
        cluster.member(action).map(OpenStage.Member::state));
  }

  private Optional<ActionChange> released(Dependency decided) {
    return switch (Dependencies.judge(others(decided))) {
      case Standing.Met met ->
          Optional.of(released(decided.action(), ActionState.PENDING_SCHEDULE, met.why()));
      case Standing.Broken broken ->
          Optional.of(released(decided.action(), ActionState.CANCELLED, broken.why()));
      case Standing.Waits waits -> Optional.empty();
    };
  }

  private static List<Dependencies.Dependency> others(Dependency decided) {
    return switch (decided) {
      case Dependency.Ready ready -> List.of();
      case Dependency.Broken(var action, ActionId on, Optional<ActionState> state) ->
          List.of(new Dependencies.Dependency(on, state));
    };
  }

  private ActionChange released(ActionId action, ActionState to, String why) {
    return new ActionChange(
        action, ActionState.WAITING, to, cluster.now(), Actor.CYCLE, why, ActionOutcome.NONE);
  }
}
