package dev.muster.domain.stall;

import java.time.Duration;

/**
 * How long to wait after a failure: longer each time, and from the start again after a success. For
 * one thread.
 */
public final class Backoff {

  private static final Duration USUAL_FIRST = Duration.ofSeconds(1);
  private static final Duration USUAL_LONGEST = Duration.ofSeconds(30);

  private final Duration first;
  private final Duration longest;
  private Duration next;

  /** One second, doubling to thirty. */
  public Backoff() {
    this(USUAL_FIRST, USUAL_LONGEST);
  }

  /** Doubling from {@code first} to {@code longest}. */
  public Backoff(Duration first, Duration longest) {
    this.first = first;
    this.longest = longest;
    this.next = first;
  }

  /** The time to wait now; the next one is longer. */
  public Duration next() {
    Duration now = next;
    Duration doubled = now.multipliedBy(2);
    next = doubled.compareTo(longest) < 0 ? doubled : longest;
    return now;
  }

  /** To be called after a success. */
  public void reset() {
    next = first;
  }
}
