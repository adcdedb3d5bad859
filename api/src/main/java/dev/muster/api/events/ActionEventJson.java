package dev.muster.api.events;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.event.EventPhase;
import dev.muster.domain.run.RunId;
import dev.muster.records.actions.ActionEvent;
import java.time.Instant;
import java.util.Optional;

/** An event as callers see it: one flat object. */
public record ActionEventJson(
    @JsonUnwrapped EventPart event,
    @JsonUnwrapped EventSubjectPart subject,
    @JsonUnwrapped EventChangePart change) {

  /**
   * What it is.
   *
   * @param number grows with the order in which changes were written
   */
  public record EventPart(long number, Instant at, EventLevel level, EventPhase phase) {}

  /**
   * The action that it is about.
   *
   * @param name of the action's metadata
   * @param parent the action that derived it
   */
  public record EventSubjectPart(
      ActionId action,
      ClusterName cluster,
      Optional<NodeId> node,
      ActionKind kind,
      Optional<String> name,
      Optional<ActionId> parent,
      Optional<RunId> run) {}

  /**
   * The change of its state.
   *
   * @param from absent for the first
   * @param by such as {@code user:ada} or {@code agent:node-1}
   */
  public record EventChangePart(
      Optional<ActionState> from, ActionState to, String by, String why) {}

  static ActionEventJson of(ActionEvent event) {
    ActionEvent.Subject subject = event.subject();
    ActionEvent.Change change = event.change();
    return new ActionEventJson(
        new EventPart(event.number(), event.at(), event.shape().level(), event.shape().phase()),
        new EventSubjectPart(
            subject.action(),
            subject.cluster(),
            subject.node(),
            subject.kind(),
            subject.name(),
            subject.parent(),
            subject.run()),
        new EventChangePart(change.from(), change.to(), change.by().toString(), change.why()));
  }
}
