package dev.muster.api.events;

import dev.muster.domain.run.RunId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A followed run. One virtual thread reads it when it changed, at most five times a second, and
 * every follower takes the newest frame: a slow one skips frames and holds up nobody.
 */
final class Feed {
  private static final Logger LOG = LoggerFactory.getLogger(Feed.class);

  /** Between two readings: five frames a second at most. */
  private static final Duration SPACING = Duration.ofMillis(200);

  /** A run of a thousand nodes takes a while to read; reading is to take a fifth of the time. */
  private static final int REST_PER_WORK = 4;

  /** The safety net for a notification that got lost. */
  private static final Duration REREAD = Duration.ofSeconds(5);

  private final RunId run;
  private final RunSource source;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();
  private final Condition woken = lock.newCondition();

  // All guarded by the lock.
  private @Nullable Frame latest;
  private boolean touched = true;
  private boolean over;
  private int followers;

  // Only the reading thread's.
  private boolean failing;

  Feed(RunId run, RunSource source) {
    this.run = run;
    this.source = source;
  }

  void start() {
    Thread.ofVirtual().name("muster-feed-" + run).start(this::readUntilOver);
  }

  RunId run() {
    return run;
  }

  /** Takes one more follower; false if the feed is over and a new one is needed. */
  boolean join() {
    return locked(() -> {
      if (over) {
        return false;
      }
      followers++;
      return true;
    });
  }

  /** Lets a follower go; the last one ends the feed. */
  void leave() {
    locked(() -> {
      followers--;
      if (followers == 0) {
        end();
      }
      return over;
    });
  }

  /** The run changed, or may have. */
  void touch() {
    locked(() -> {
      touched = true;
      woken.signalAll();
      return over;
    });
  }

  /** Ends it; followers get the frame that they have not seen yet, then no more. */
  void close() {
    locked(() -> {
      end();
      return over;
    });
  }

  boolean isOver() {
    return locked(() -> over);
  }

  /** The newest frame if it is newer than {@code number}, waiting for it as long as it takes. */
  Optional<Frame> after(long number, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while ((latest == null || latest.number() <= number) && !over && left > 0) {
        left = published.awaitNanos(left);
      }
      return latest != null && latest.number() > number ? Optional.of(latest) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private void readUntilOver() {
    try {
      while (awaitTouch()) {
        long begun = System.nanoTime();
        try {
          publish(source.read(run));
          failing = false;
        } catch (RuntimeException e) {
          failed(e);
        }
        pause(Duration.ofNanos(System.nanoTime() - begun));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close();
    }
  }

  /** Said once; then tried again as if the run had changed. */
  private void failed(RuntimeException failure) {
    if (!failing) {
      LOG.warn("Run {} cannot be read for its followers: {}", run, failure.getMessage());
    }
    failing = true;
    touch();
  }

  private boolean awaitTouch() throws InterruptedException {
    lock.lock();
    try {
      long left = REREAD.toNanos();
      while (!touched && !over && left > 0) {
        left = woken.awaitNanos(left);
      }
      touched = false;
      return !over;
    } finally {
      lock.unlock();
    }
  }

  private void publish(Optional<RunSource.Snapshot> snapshot) {
    lock.lock();
    try {
      if (snapshot.isEmpty()) {
        end();
        return;
      }
      RunSource.Snapshot now = snapshot.get();
      if (latest == null || !latest.json().equals(now.json())) {
        latest = new Frame(latest == null ? 1 : latest.number() + 1, now.json(), now.last());
        published.signalAll();
      }
      if (now.last()) {
        end();
      }
    } finally {
      lock.unlock();
    }
  }

  private void pause(Duration work) throws InterruptedException {
    lock.lock();
    try {
      long left = Math.max(SPACING.toNanos(), work.toNanos() * REST_PER_WORK);
      while (!over && left > 0) {
        left = woken.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void end() {
    over = true;
    published.signalAll();
    woken.signalAll();
  }

  private boolean locked(java.util.function.BooleanSupplier work) {
    lock.lock();
    try {
      return work.getAsBoolean();
    } finally {
      lock.unlock();
    }
  }
}
