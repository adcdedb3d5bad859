package dev.muster.workflows.contract;

import java.util.Optional;
import java.util.function.Supplier;

/** Knows whether this process's engine is the one that moves the runs. Safe for many threads. */
@FunctionalInterface
public interface Mover {

  /**
   * Which engine moves the runs instead, and what to do, as a sentence; empty if it is this one, or
   * if that is not known yet.
   */
  Optional<String> elsewhere();

  /** Which engine moves the runs by the record as it is now, not as it was known a second ago. */
  default Optional<String> elsewhereNow() {
    return elsewhere();
  }

  /**
   * Does the work in one transaction that holds the record, so that no other engine begins to move
   * the runs before it is committed.
   *
   * @throws IllegalStateException if another engine moves the runs; nothing was done
   */
  default <T> T whileMoving(Supplier<T> work) {
    Optional<String> elsewhere = elsewhere();
    if (elsewhere.isPresent()) {
      throw new IllegalStateException(elsewhere.get());
    }
    return work.get();
  }
}
