package dev.muster.activities.watch;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Rung by polls and cycles, waited for by one watch; several rings before it listens are one. */
final class Bell {

  private final Semaphore rung = new Semaphore(0);
  private volatile boolean moved;

  void ring() {
    rung.release();
  }

  /** Rings because a cycle changed what the watch is to look at. */
  void moved() {
    moved = true;
    ring();
  }

  /** Whether a cycle has rung since this was asked last. */
  boolean takeMoved() {
    boolean was = moved;
    moved = false;
    return was;
  }

  /** Waits for a ring, at most until the given moment of {@link System#nanoTime}. */
  void await(long untilNanos) throws InterruptedException {
    long left = untilNanos - System.nanoTime();
    if (left > 0 && rung.tryAcquire(left, TimeUnit.NANOSECONDS)) {
      rung.drainPermits();
    }
  }
}
