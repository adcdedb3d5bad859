package dev.muster.domain.event;

import dev.muster.domain.action.ActionState;
import java.util.Optional;

/**
 * What a transition is as an event: success is a start and an end, failure a start and an error, a
 * retry is a warning.
 */
public final class EventDecision {

  private EventDecision() {}

  /** The phase of an event, and how much it matters. */
  public record Shape(EventPhase phase, EventLevel level) {}

  /** What an execution's begin is. */
  public static final Shape BEGIN = new Shape(EventPhase.START, EventLevel.INFO);

  /**
   * What a transition is.
   *
   * @param from empty for the first of an action
   */
  public static Shape of(Optional<ActionState> from, ActionState to) {
    return switch (to) {
      case RUNNING -> isUnderWay(from) ? new Shape(EventPhase.CHANGE, EventLevel.DEBUG) : BEGIN;
      case DONE -> new Shape(EventPhase.END, EventLevel.INFO);
      case CANCELLED -> new Shape(EventPhase.END, EventLevel.WARNING);
      case FAILED, LOST -> new Shape(EventPhase.ERROR, EventLevel.ERROR);
      case PENDING_SCHEDULE ->
          isUnderWay(from)
              ? new Shape(EventPhase.RETRY, EventLevel.WARNING)
              : new Shape(EventPhase.CHANGE, EventLevel.DEBUG);
      case PENDING_APPROVE, WAITING, WAITING_LIFECYCLE_COMPLETION, NEW, SUSPENDED ->
          new Shape(EventPhase.CHANGE, EventLevel.DEBUG);
    };
  }

  /**
   * Whether it began before this transition without that being seen: an agent that is asked later
   * reports the end alone. It did, if the action has a time at which it was started.
   */
  public static boolean mayHaveBegun(Optional<ActionState> from, ActionState to) {
    return to.isFinal() && !isUnderWay(from) && from.filter(ActionState::isFinal).isEmpty();
  }

  private static boolean isUnderWay(Optional<ActionState> state) {
    return state
        .filter(one -> one == ActionState.RUNNING || one == ActionState.SUSPENDED)
        .isPresent();
  }
}
