package dev.muster.activities.watch;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Rung by polls, waited for by one watch; several rings before anybody listens are one. */
final class Bell {

  private final Semaphore rung = new Semaphore(0);

  void ring() {
    rung.release();
  }

  /** Waits for a ring, at most until the given moment of {@link System#nanoTime}. */
  void await(long untilNanos) throws InterruptedException {
    long left = untilNanos - System.nanoTime();
    if (left > 0 && rung.tryAcquire(left, TimeUnit.NANOSECONDS)) {
      rung.drainPermits();
    }
  }
}
