package dev.muster.agent.execution;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The signals to one execution, and its deadline. The engine's side sends, the kind's side pauses.
 * Time that an execution spends suspended does not count against its deadline.
 */
public final class Control {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private Optional<Long> deadlineNanos;
  private Optional<Pausable> pausable = Optional.empty();
  private boolean cancelled;
  private boolean suspended;
  private boolean woken;
  private long suspendedSinceNanos;

  /**
   * @param timeLeft until the deadline; empty if there is none
   */
  public Control(Optional<Duration> timeLeft) {
    this.deadlineNanos = timeLeft.map(left -> System.nanoTime() + left.toNanos());
  }

  /** The execution is to end early. */
  public void cancel() {
    signal(() -> cancelled = true);
  }

  /** The execution is to hold. Harmless when it does already. */
  public void suspend() {
    signal(() -> {
      if (!suspended) {
        suspended = true;
        suspendedSinceNanos = System.nanoTime();
        pausable.ifPresent(Pausable::halt);
      }
    });
  }

  /** The execution is to go on. Harmless when it does already. */
  public void resume() {
    signal(() -> {
      if (suspended) {
        suspended = false;
        long held = System.nanoTime() - suspendedSinceNanos;
        deadlineNanos = deadlineNanos.map(deadline -> deadline + held);
        pausable.ifPresent(Pausable::proceed);
      }
    });
  }

  /** Something that the execution waits for has happened: ends {@link #await}. */
  public void wake() {
    signal(() -> woken = true);
  }

  /**
   * What suspends and resumes with the execution from now on; halted at once if it is suspended.
   */
  public void attach(Pausable newPausable) {
    signal(() -> {
      pausable = Optional.of(newPausable);
      if (suspended) {
        newPausable.halt();
      }
    });
  }

  /** Nothing suspends with the execution any more. */
  public void detach() {
    signal(() -> pausable = Optional.empty());
  }

  /** Whether the execution may go on, at this moment. */
  public Wake state() {
    lock.lock();
    try {
      return now();
    } finally {
      lock.unlock();
    }
  }

  /** How much of its time is left; empty if it has as much as it likes. */
  public Optional<Duration> left() {
    lock.lock();
    try {
      return deadlineNanos.map(
          deadline -> Duration.ofNanos(Math.max(deadline - System.nanoTime(), 0)));
    } finally {
      lock.unlock();
    }
  }

  /** Waits for {@code duration}, or until the execution is to end. Holds while suspended. */
  public Wake pause(Duration duration) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = System.nanoTime() + duration.toNanos();
      while (now() == Wake.GO_ON) {
        if (suspended) {
          long before = System.nanoTime();
          moved.await();
          end += System.nanoTime() - before;
          continue;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          break;
        }
        moved.awaitNanos(Math.min(left, untilDeadline()));
      }
      return now();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until anything happens, and at most {@code most}. */
  public Wake await(Duration most) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = System.nanoTime() + most.toNanos();
      while (!woken) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          break;
        }
        moved.awaitNanos(left);
      }
      woken = false;
      return now();
    } finally {
      lock.unlock();
    }
  }

  private Wake now() {
    if (cancelled) {
      return Wake.CANCELLED;
    }
    return !suspended && untilDeadline() <= 0 ? Wake.TIMED_OUT : Wake.GO_ON;
  }

  private long untilDeadline() {
    return deadlineNanos.map(deadline -> deadline - System.nanoTime()).orElse(Long.MAX_VALUE);
  }

  private void signal(Runnable change) {
    lock.lock();
    try {
      change.run();
      woken = true;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
