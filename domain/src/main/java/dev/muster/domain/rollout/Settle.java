package dev.muster.domain.rollout;

import dev.muster.domain.run.SettleRule;
import java.time.Instant;
import java.util.Optional;

/** Whether a node whose steps are done has settled. */
public final class Settle {

  /** What has become of a node's settling. */
  public sealed interface Judgement {

    /** Its health was good for long enough. */
    record Settled() implements Judgement {}

    /** Not yet; time alone changes the answer at {@code at}, and a change of health may earlier. */
    record Until(Instant at) implements Judgement {}

    /** It has not settled within the rule's timeout. */
    record TimedOut() implements Judgement {}
  }

  private Settle() {}

  /**
   * Judges a node.
   *
   * <p>Health before the end of the rule's delay does not count: a service may look well for a
   * moment after its restart. A node that had settled in time stays settled even if nobody looked
   * before the timeout.
   *
   * @param finishedAt the end of its last step
   * @param upSince since when it is UP without a break; empty while it is not
   */
  public static Judgement judge(
      SettleRule rule, Instant finishedAt, Optional<Instant> upSince, Instant now) {
    Instant deadline = finishedAt.plus(rule.timeout());
    Instant watchedFrom = finishedAt.plus(rule.delay());
    Instant next = deadline;
    if (upSince.isPresent()) {
      Instant since = upSince.get().isAfter(watchedFrom) ? upSince.get() : watchedFrom;
      Instant settledAt = since.plus(rule.stable());
      if (!settledAt.isAfter(deadline)) {
        if (!now.isBefore(settledAt)) {
          return new Judgement.Settled();
        }
        next = settledAt;
      }
    }
    return now.isBefore(deadline) ? new Judgement.Until(next) : new Judgement.TimedOut();
  }
}
