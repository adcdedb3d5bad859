package dev.muster.kubernetes.watch;

import dev.muster.records.autopilot.ObjectChange;
import dev.muster.records.autopilot.ObjectChanges;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What changes of one kind in one cluster, while somebody watches it. One virtual thread reads it,
 * at most so often, for all who watch; each takes what came since the version that it knows. What a
 * slow one has not taken is soon forgotten here, and it reads for itself.
 */
final class ObjectFeed {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectFeed.class);

  /** Between two readings. */
  private static final Duration SPACING = Duration.ofMillis(150);

  /** A reading may take a third of the time. */
  private static final int REST_PER_WORK = 2;

  /** What time brings is told by nobody, such as a deadline that passes. */
  private static final Duration REREAD = Duration.ofSeconds(2);

  /** Changes that are kept for those who are a little behind, and how much they may be. */
  private static final int MOST = 200;

  private static final int MOST_CHARACTERS = 4 << 20;

  private final String name;
  private final LongFunction<ObjectChanges> source;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();
  private final Condition woken = lock.newCondition();

  // All guarded by the lock.
  private final Deque<ToldChange> kept = new ArrayDeque<>();
  private int characters;
  private long floor;
  private long upTo;
  private boolean touched;
  private boolean over;
  private int watchers;

  // Only the reading thread's.
  private boolean failing;

  /**
   * @param name for people
   * @param version from which on
   * @param source what changed since a version
   */
  ObjectFeed(String name, long version, LongFunction<ObjectChanges> source) {
    this.name = name;
    this.source = source;
    this.floor = version;
    this.upTo = version;
  }

  void start() {
    Thread.ofVirtual().name("muster-objects-" + name).start(this::readUntilOver);
  }

  /** Takes one more watcher; false if it is over and a new one is needed. */
  boolean join() {
    lock.lock();
    try {
      if (!over) {
        watchers++;
      }
      return !over;
    } finally {
      lock.unlock();
    }
  }

  /** Lets a watcher go; the last one ends it. */
  void leave() {
    lock.lock();
    try {
      watchers--;
      if (watchers == 0) {
        end();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Something changed, or may have. */
  void touch() {
    lock.lock();
    try {
      touched = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      end();
    } finally {
      lock.unlock();
    }
  }

  boolean isOver() {
    lock.lock();
    try {
      return over;
    } finally {
      lock.unlock();
    }
  }

  /** What came after a version, waiting for it as long as it may take; nothing if none came. */
  NextChanges after(long version, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!over && version >= floor && !hasAfter(version) && left > 0) {
        left = published.awaitNanos(left);
      }
      if (over) {
        return new NextChanges.Over();
      }
      if (version < floor) {
        return new NextChanges.Behind();
      }
      return new NextChanges.Told(
          kept.stream().filter(told -> told.version() > version).toList(), Math.max(version, upTo));
    } finally {
      lock.unlock();
    }
  }

  private boolean hasAfter(long version) {
    return !kept.isEmpty() && kept.getLast().version() > version;
  }

  private void readUntilOver() {
    try {
      while (awaitTouch()) {
        long begun = System.nanoTime();
        try {
          publish(source.apply(upTo()));
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

  /** Said once; then tried again as if something had changed. */
  private void failed(RuntimeException failure) {
    if (!failing) {
      LOG.warn("{} cannot be read for those who watch: {}", name, failure.getMessage());
    }
    failing = true;
    touch();
  }

  private long upTo() {
    lock.lock();
    try {
      return upTo;
    } finally {
      lock.unlock();
    }
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

  private void publish(ObjectChanges read) {
    lock.lock();
    try {
      switch (read) {
        // Whoever watches looks for itself, and is told to list again.
        case ObjectChanges.Expired expired -> end();
        case ObjectChanges.Since(List<ObjectChange> changes, long newest) -> {
          changes.forEach(this::keep);
          upTo = Math.max(upTo, newest);
        }
      }
      published.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void keep(ObjectChange change) {
    ToldChange told = ToldChange.of(change);
    kept.addLast(told);
    characters += told.json().length();
    while (kept.size() > MOST || (characters > MOST_CHARACTERS && kept.size() > 1)) {
      ToldChange gone = kept.removeFirst();
      characters -= gone.json().length();
      floor = gone.version();
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
}
