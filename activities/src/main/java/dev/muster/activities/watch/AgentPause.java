package dev.muster.activities.watch;

import dev.muster.domain.stall.Backoff;
import java.time.Duration;

/** How long an agent that errs is left alone; safe for many threads. */
final class AgentPause {

  private static final Duration FORGET_AFTER = Duration.ofMinutes(2);

  private final Backoff backoff = new Backoff();
  private long untilNanos = System.nanoTime();
  private boolean failing;

  /** Counts an error. */
  synchronized void failed() {
    untilNanos = System.nanoTime() + backoff.next().toNanos();
    failing = true;
  }

  /** Forgets the errors. */
  synchronized void succeeded() {
    failing = false;
    backoff.reset();
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
