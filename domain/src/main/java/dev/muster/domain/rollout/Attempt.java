package dev.muster.domain.rollout;

import dev.muster.domain.action.ActionState;
import java.time.Instant;
import java.util.Optional;

/**
 * One execution of a step on a node.
 *
 * @param step index of the step in its stage, from 0
 * @param number from 1
 * @param finishedAt when it became final, if it is
 * @param cause why it did not succeed, where that matters
 */
public record Attempt(
    int step, int number, ActionState state, Optional<Instant> finishedAt, Cause cause) {

  /** What kept an attempt from succeeding. */
  public enum Cause {
    /** Nothing, or nothing in particular: the action itself failed. */
    NONE,
    /** It took longer than the step may. */
    TIMED_OUT,
    /** The agent stayed silent for too long; the action may still be unfinished. */
    UNREACHABLE,
    /** The agent refuses it for good: an unknown kind, or bad arguments. */
    REFUSED
  }

  public Attempt {
    if (step < 0 || number < 1) {
      throw new IllegalArgumentException(
          "attempt: step %d, number %d (expected: step >= 0, number >= 1)".formatted(step, number));
    }
  }
}
