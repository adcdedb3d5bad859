package dev.muster.agent.store;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The numbers of the changes. The writer takes them; readers see one when it is on disk, and may
 * wait for the next.
 */
public final class ChangeNumbers {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private long taken;
  private long published;

  ChangeNumbers(long start) {
    this.taken = start;
    this.published = start;
  }

  /** The next number; by the writer only. */
  long take() {
    return ++taken;
  }

  /** The last one taken; by the writer only. */
  long taken() {
    return taken;
  }

  /** What was taken and did not reach the disk is free again; by the writer only. */
  void giveBack(long upTo) {
    taken = upTo;
  }

  /** Everything up to the last number taken is on disk; by the writer only. */
  void publish() {
    lock.lock();
    try {
      published = taken;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The last change that is on disk. */
  public long cursor() {
    lock.lock();
    try {
      return published;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is a change after {@code cursor}, and at most {@code most}. */
  public void awaitAfter(long cursor, Duration most) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = most.toNanos();
      while (published == cursor && left > 0) {
        left = moved.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
