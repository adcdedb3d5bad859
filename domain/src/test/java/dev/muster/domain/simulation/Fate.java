package dev.muster.domain.simulation;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.rollout.Attempt;
import java.time.Duration;

/** What will become of actions once an agent has them. */
interface Fate {

  /** How long it takes and how it ends. */
  record Ending(Duration after, ActionState state, Attempt.Cause cause) {

    static Ending done(Duration after) {
      return new Ending(after, ActionState.DONE, Attempt.Cause.NONE);
    }

    static Ending failed(Duration after) {
      return new Ending(after, ActionState.FAILED, Attempt.Cause.NONE);
    }
  }

  Ending of(FakeAction action);
}
