package dev.muster.standalone.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * What the demo started, stopped the last first. A stop in the middle of a start waits for it, so
 * that nothing is left behind by a Ctrl-C at any moment.
 */
final class DemoParts implements AutoCloseable {

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private boolean closed;

  /**
   * Starts a part and keeps it.
   *
   * @throws IllegalStateException if everything has been stopped already
   */
  <T extends AutoCloseable> T start(Supplier<T> starting) {
    lock.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("stopped");
      }
      T part = starting.get();
      synchronized (parts) {
        parts.push(part);
      }
      return part;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Stops everything, also what is being started just now; harmless when called twice. */
  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      closed = true;
      while (!parts.isEmpty()) {
        close(parts.pop());
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception failed) {
      System.err.println("muster: while cleaning up: " + failed.getMessage());
    }
  }
}
