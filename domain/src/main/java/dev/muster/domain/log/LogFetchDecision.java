package dev.muster.domain.log;

import java.time.Duration;
import java.time.Instant;

/** What follows when the log of an action that has ended could not be fetched. */
public final class LogFetchDecision {

  private static final Duration SHORTEST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Agents forget what ended longer ago, unless it is among their newest. */
  private static final Duration WORTH_ASKING = Duration.ofDays(14);

  private LogFetchDecision() {}

  /** What follows. */
  public sealed interface Next {

    /** Ask again then. */
    record Again(Instant at, String why) implements Next {}

    /** Ask no more. */
    record GiveUp(String why) implements Next {}
  }

  /**
   * After a failure.
   *
   * @param wanted since when
   * @param failures before this one
   */
  public static Next failed(Instant wanted, int failures, String why, Instant now) {
    if (Duration.between(wanted, now).compareTo(WORTH_ASKING) > 0) {
      return new Next.GiveUp("it could not be fetched for 14 days: " + why);
    }
    Duration pause = SHORTEST.multipliedBy(1L << Math.min(failures, 20));
    return new Next.Again(now.plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause), why);
  }

  /** The agent answers, and has no such action. */
  public static Next forgotten() {
    return new Next.GiveUp("the agent no longer knows the action, so its log is gone");
  }

  /** There is no agent to ask. */
  public static Next removed() {
    return new Next.GiveUp("the node was removed before its log was fetched");
  }

  /** Its agent cannot be asked for logs. */
  public static Next impossible(String protocol) {
    return new Next.GiveUp("agents that speak %s have no logs".formatted(protocol));
  }
}
