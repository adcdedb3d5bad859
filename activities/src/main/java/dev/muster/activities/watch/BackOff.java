package dev.muster.activities.watch;

import java.time.Duration;

/** How long an agent that errs is left alone: one second, doubling to thirty. */
final class BackOff {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final Duration FORGET_AFTER = Duration.ofMinutes(2);

  private Duration next = FIRST;
  private long untilNanos = System.nanoTime();
  private boolean failing;

  /** Counts an error. */
  synchronized void failed() {
    untilNanos = System.nanoTime() + next.toNanos();
    failing = true;
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
  }

  /** Forgets the errors. */
  synchronized void succeeded() {
    failing = false;
    next = FIRST;
  }

  /** How long to leave the agent alone from now on; zero if it may be asked. */
  synchronized Duration remaining() {
    long left = untilNanos - System.nanoTime();
    return failing && left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  /** Whether the last error is so long ago that it says nothing any more. */
  synchronized boolean isOld() {
    return System.nanoTime() - untilNanos > FORGET_AFTER.toNanos();
  }
}
