package dev.muster.domain.sync;

import dev.muster.domain.action.ActionState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What follows for an unfinished action from an agent that stays silent: after a while a stage
 * counts the node as failed, and what should be over long ago counts as lost.
 *
 * @param isUnreachable whether the node counts as failed because of it
 * @param lost why the action is LOST, if it is
 * @param reviewAt when time alone changes this
 */
public record Silence(boolean isUnreachable, Optional<String> lost, Optional<Instant> reviewAt) {

  /** Beyond an action's own timeout, which its agent keeps. */
  static final Duration GRACE = Duration.ofSeconds(30);

  /**
   * What is known of the action.
   *
   * @param inOpenNode whether it is a step on a node that its stage still works on
   */
  public record Subject(
      ActionState state,
      Optional<Instant> sentAt,
      Optional<Instant> startedAt,
      Optional<Duration> timeout,
      boolean inOpenNode) {

    /** When it should be over at the latest; empty if nobody can say. */
    private Optional<Instant> overBy() {
      return state.isOnAgent()
          ? startedAt
              .or(() -> sentAt)
              .flatMap(from -> timeout.map(most -> from.plus(most).plus(GRACE)))
          : Optional.empty();
    }
  }

  /**
   * Judges one action.
   *
   * @param since when the agent was first found silent
   * @param unreachableAfter the cluster's setting
   */
  public static Silence judge(
      Subject subject, Instant since, Duration unreachableAfter, Instant now) {
    boolean unreachable = subject.inOpenNode() && isTooLong(since, unreachableAfter, now);
    Optional<Instant> overBy = subject.overBy();
    List<Instant> times = new ArrayList<>();
    if (subject.inOpenNode()) {
      times.add(since.plus(unreachableAfter));
    }
    overBy.ifPresent(times::add);
    return new Silence(
        unreachable,
        overBy
            .filter(at -> !now.isBefore(at))
            .map(at ->
                "its agent is silent since %s, and the action's time is over".formatted(since)),
        times.stream().filter(now::isBefore).min(Instant::compareTo));
  }

  /** Whether a silence is so long that a stage counts the node as failed. */
  static boolean isTooLong(Instant since, Duration unreachableAfter, Instant now) {
    return !now.isBefore(since.plus(unreachableAfter));
  }
}
