package dev.muster.standalone.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C during a demo: ends what may be interrupted, and waits until all of it is cleaned up. */
final class DemoStop {

  private static final Duration CLEANED_UP_WITHIN = Duration.ofSeconds(60);

  private final CountDownLatch cleanedUp = new CountDownLatch(1);
  private Optional<Thread> interruptible = Optional.empty();
  private boolean asked;

  /**
   * Does what a stop interrupts.
   *
   * @throws InterruptedException if a stop is asked for, before it or in the middle
   */
  int interruptibly(Callable<Integer> doing) throws Exception {
    enter();
    try {
      return doing.call();
    } finally {
      leave();
    }
  }

  private synchronized void enter() throws InterruptedException {
    if (asked) {
      throw new InterruptedException("stopped before it began");
    }
    interruptible = Optional.of(Thread.currentThread());
  }

  /** What follows is the cleaning up, which no old interrupt may disturb. */
  private synchronized void leave() {
    interruptible = Optional.empty();
    Thread.interrupted();
  }

  synchronized boolean asked() {
    return asked;
  }

  /** Says so, asks for it and waits for {@link #cleanedUp}; nothing when that is past. */
  void askAndWait(PrintStream out) throws InterruptedException {
    if (cleanedUp.getCount() == 0) {
      return;
    }
    out.println("\nStopping and removing everything ...");
    synchronized (this) {
      asked = true;
      interruptible.ifPresent(Thread::interrupt);
    }
    cleanedUp.await(CLEANED_UP_WITHIN.toSeconds(), TimeUnit.SECONDS);
  }

  void cleanedUp() {
    cleanedUp.countDown();
  }
}
