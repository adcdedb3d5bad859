package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import java.time.Instant;

/**
 * An action enters another state, or reports progress in RUNNING.
 *
 * @param from the state that it was read in; if it is another by now, nothing is written
 * @param at when it happened
 * @param outcome what became known with it
 */
public record ActionChange(
    ActionId action,
    ActionState from,
    ActionState to,
    Instant at,
    Actor by,
    String why,
    ActionOutcome outcome) {

  public ActionChange {
    if (!from.mayBecome(to)) {
      throw new IllegalArgumentException(
          "action %s: %s → %s (expected: a row of ActionState.TRANSITIONS)"
              .formatted(action, from, to));
    }
  }
}
