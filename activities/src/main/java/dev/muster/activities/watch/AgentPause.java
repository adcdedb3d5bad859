package dev.muster.activities.watch;

import java.time.Duration;

/**
 * How long an agent that errs is left alone: half as long as it has been erring, so that one that
 * was away for a moment is found again in a moment. Safe for many threads.
 */
final class AgentPause {

  private static final Duration SHORTEST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration FORGET_AFTER = Duration.ofMinutes(2);

  private long sinceNanos;
  private long untilNanos = System.nanoTime();
  private boolean failing;

  /** Counts an error. */
  synchronized void failed() {
    long now = System.nanoTime();
    if (!failing) {
      sinceNanos = now;
      failing = true;
    }
    long half = (now - sinceNanos) / 2;
    untilNanos = now + Math.clamp(half, SHORTEST.toNanos(), LONGEST.toNanos());
  }

  /** Forgets the errors. */
  synchronized void succeeded() {
    failing = false;
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
