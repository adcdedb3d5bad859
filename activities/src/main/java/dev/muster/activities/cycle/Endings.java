package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.run.NodeState;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.Dependency;
import dev.muster.records.runs.OpenStage;
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
      cluster.change(decided.stream().map(Endings::released).map(this::atNow).toList());
      if (decided.isEmpty() || cluster.changed() == before) {
        return;
      }
    }
  }

  /** Cancels what was not sent and should not be any more. */
  void cancelUnsent() {
    List<ActionChange> changes = new ArrayList<>();
    for (ActionBrief action : cluster.notSent()) {
      reason(action)
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

  /** What agents are to be asked to stop: each once, as long as they answer. */
  List<ActionBrief> toStop() {
    return cluster.unfinished().stream()
        .filter(Endings::isToStop)
        .filter(action -> action.node().filter(n -> cluster.status(n).agentAnswers()).isPresent())
        .toList();
  }

  /** Whether somebody wants it stopped, its agent may have it, and was not asked yet. */
  static boolean isToStop(ActionBrief action) {
    return action.cancelRequest().isPresent()
        && action.cancelSentAt().isEmpty()
        && (action.sentAt().isPresent() || action.state().isOnAgent());
  }

  private record Reason(Actor by, String why) {}

  private Optional<Reason> reason(ActionBrief action) {
    if (action.cancelRequest().isPresent()) {
      String by = action.cancelRequest().get().by();
      return Optional.of(
          new Reason(Actor.user(by), "cancelled by %s before it was sent".formatted(by)));
    }
    if (action.step().isEmpty()) {
      return Optional.empty();
    }
    Actor run = Actor.playbook(action.step().get().stage().run().toString());
    if (action.stageEnded()) {
      return Optional.of(new Reason(run, "its stage has ended"));
    }
    return cluster
        .member(action)
        .map(OpenStage.Member::state)
        .filter(NodeState::isFinal)
        .map(state -> new Reason(run, "the node is %s in this stage".formatted(state)));
  }

  private record Released(ActionId action, ActionState to, String why) {}

  private static Released released(Dependency dependency) {
    return switch (dependency) {
      case Dependency.Ready(ActionId action) ->
          new Released(
              action, ActionState.PENDING_SCHEDULE, "every action that it depends on is DONE");
      case Dependency.Broken(ActionId action, ActionId on, Optional<ActionState> state) ->
          new Released(
              action,
              ActionState.CANCELLED,
              "action %s, which must succeed first, %s"
                  .formatted(on, state.map(s -> "is " + s).orElse("does not exist")));
    };
  }

  private ActionChange atNow(Released released) {
    return new ActionChange(
        released.action(),
        ActionState.WAITING,
        released.to(),
        cluster.now(),
        Actor.CYCLE,
        released.why(),
        ActionOutcome.NONE);
  }
}
