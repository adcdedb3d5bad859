package dev.muster.workflows.waiting;

import java.time.Duration;

/**
 * How long to wait after a failure: 1 s, doubling to 30 s, from the start again after a success.
 */
public final class Backoff {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private Duration next = FIRST;

  /** The time to wait now; the next one is longer. */
  public Duration next() {
    Duration now = next;
    Duration doubled = now.multipliedBy(2);
    next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    return now;
  }

  /** To be called after a success. */
  public void reset() {
    next = FIRST;
  }
}
