package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.event.EventDecision.Shape;
import dev.muster.domain.run.RunId;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of an action's state, as somebody who looks after a cluster sees it.
 *
 * @param number grows with the order in which changes were written
 */
public record ActionEvent(long number, Instant at, Shape shape, Subject subject, Change change) {

  /**
   * What it is about.
   *
   * @param name of the action's metadata
   */
  public record Subject(
      ActionId action,
      ClusterName cluster,
      Optional<NodeId> node,
      ActionKind kind,
      Optional<String> name,
      Optional<ActionId> parent,
      Optional<RunId> run) {}

  /**
   * What changed.
   *
   * @param from empty for the first of an action
   * @param why as people may be shown it
   */
  public record Change(Optional<ActionState> from, ActionState to, Actor by, String why) {}
}
