package dev.muster.domain.sync;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What follows for a node that its stage works on from an agent that stays silent: after a while
 * the node counts as failed. Its action stays what it is, because only its agent knows; what became
 * of it is recorded when the agent answers again.
 *
 * @param isUnreachable whether the node counts as failed because of it
 * @param reviewAt when time alone changes this
 */
public record Silence(boolean isUnreachable, Optional<Instant> reviewAt) {

  /**
   * Judges.
   *
   * @param since when the agent was first found silent
   * @param unreachableAfter the cluster's setting
   */
  public static Silence judge(Instant since, Duration unreachableAfter, Instant now) {
    Instant end = since.plus(unreachableAfter);
    return now.isBefore(end)
        ? new Silence(false, Optional.of(end))
        : new Silence(true, Optional.empty());
  }
}
