package dev.muster.api.events;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads something for all who follow it: one virtual thread, when it was touched, never more often
 * than its pace allows. What was read is the owner's; it is changed by {@link #publish} and taken
 * by {@link #await}, both under the reader's lock. The last follower who leaves ends it.
 */
public final class SharedReader {
  private static final Logger LOG = LoggerFactory.getLogger(SharedReader.class);

  /**
   * How often it reads.
   *
   * @param spacing between the end of a reading and the next one
   * @param restPerWork how many times as long as a reading took there is rest after it, so that
   *     what takes long to read is read more rarely
   * @param reread when it is read even if nobody touched it
   */
  public record Pace(Duration spacing, int restPerWork, Duration reread) {}

  private final String name;
  private final Pace pace;
  private final Runnable reading;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();
  private final Condition woken = lock.newCondition();

  // All guarded by the lock.
  private boolean touched;
  private boolean over;
  private int followers;

  // Only the reading thread's.
  private boolean failing;

  /**
   * Reads nothing yet.
   *
   * @param name what is read, for people
   * @param reading reads once, and publishes what there is; what it throws is said once, and it is
   *     tried again
   */
  public SharedReader(String name, Pace pace, Runnable reading) {
    this.name = name;
    this.pace = pace;
    this.reading = reading;
  }

  /** Reads from now on. */
  public void start() {
    Thread.ofVirtual().name("muster-reader-" + name).start(this::readUntilOver);
  }

  /** Takes one more follower; false if it is over and a new one is needed. */
  public boolean join() {
    lock.lock();
    try {
      if (!over) {
        followers++;
      }
      return !over;
    } finally {
      lock.unlock();
    }
  }

  /** Lets a follower go; the last one ends it. */
  public void leave() {
    locked(() -> {
      followers--;
      if (followers == 0) {
        end();
      }
    });
  }

  /** What is read changed, or may have. */
  public void touch() {
    locked(() -> {
      touched = true;
      woken.signalAll();
    });
  }

  /** Ends it; whoever waits is told. */
  public void close() {
    locked(this::end);
  }

  public boolean isOver() {
    lock.lock();
    try {
      return over;
    } finally {
      lock.unlock();
    }
  }

  /** Makes a change that followers may wait for. */
  public void publish(Runnable change) {
    locked(() -> {
      change.run();
      published.signalAll();
    });
  }

  /**
   * What there is once enough is there, it is over, or the time has passed.
   *
   * @param enough what is waited for
   * @param taken takes what there is, whichever of the three it was
   */
  public <T> T await(BooleanSupplier enough, Duration atMost, Supplier<T> taken)
      throws InterruptedException {
    lock.lock();
    try {
      waitFor(published, enough, atMost);
      return taken.get();
    } finally {
      lock.unlock();
    }
  }

  private void readUntilOver() {
    try {
      while (awaitTouch()) {
        long begun = System.nanoTime();
        try {
          reading.run();
          failing = false;
        } catch (RuntimeException e) {
          failed(e);
        }
        rest(Duration.ofNanos(System.nanoTime() - begun));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  /** Said once; then tried again as if it had been touched. */
  private void failed(RuntimeException failure) {
    if (!failing) {
      LOG.warn("{} cannot be read for those who follow: {}", name, failure.getMessage());
    }
    failing = true;
    touch();
  }

  private boolean awaitTouch() throws InterruptedException {
    lock.lock();
    try {
      waitFor(woken, () -> touched, pace.reread());
      touched = false;
      return !over;
    } finally {
      lock.unlock();
    }
  }

  private void rest(Duration work) throws InterruptedException {
    Duration earned = work.multipliedBy(pace.restPerWork());
    lock.lock();
    try {
      waitFor(woken, () -> false, earned.compareTo(pace.spacing()) > 0 ? earned : pace.spacing());
    } finally {
      lock.unlock();
    }
  }

  /** With the lock held. */
  private void waitFor(Condition condition, BooleanSupplier enough, Duration atMost)
      throws InterruptedException {
    long left = atMost.toNanos();
    while (!enough.getAsBoolean() && !over && left > 0) {
      left = condition.awaitNanos(left);
    }
  }

  private void end() {
    over = true;
    published.signalAll();
    woken.signalAll();
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}
