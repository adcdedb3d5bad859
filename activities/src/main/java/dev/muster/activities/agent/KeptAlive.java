package dev.muster.activities.agent;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * To which agents connections are kept after a call. With more agents than connections may be kept
 * those that came first keep theirs: taking turns would mean that none finds its own again. A place
 * that was not used for a while goes to another. Safe for many threads.
 */
final class KeptAlive {

  private final int places;
  private final long forgetNanos;
  private final LongSupplier nanoTime;
  private final Map<Object, Long> usedAtNanos = new ConcurrentHashMap<>();
  private final AtomicLong sweptAtNanos;

  /**
   * @param places agents to which a connection is kept at most
   * @param forgetAfter how long a place is kept without a call
   */
  KeptAlive(int places, Duration forgetAfter, LongSupplier nanoTime) {
    this.places = places;
    this.forgetNanos = forgetAfter.toNanos();
    this.nanoTime = nanoTime;
    this.sweptAtNanos = new AtomicLong(nanoTime.getAsLong());
  }

  /** Whether the connection over which {@code agent} has just answered is kept. */
  boolean keeps(Object agent) {
    long now = nanoTime.getAsLong();
    if (usedAtNanos.computeIfPresent(agent, (same, before) -> now) != null) {
      return true;
    }
    if (usedAtNanos.size() >= places) {
      sweep(now);
    }
    // A few more than there are places, when many come at once, do no harm.
    return usedAtNanos.size() < places && usedAtNanos.put(agent, now) == null;
  }

  private void sweep(long now) {
    long before = sweptAtNanos.get();
    if (now - before > forgetNanos && sweptAtNanos.compareAndSet(before, now)) {
      usedAtNanos.values().removeIf(used -> now - used > forgetNanos);
    }
  }
}
