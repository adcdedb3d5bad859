package dev.muster.worker.core;

import dev.muster.domain.core.CoreNext;

/** A kind of action that Muster itself executes. */
interface CoreExecution {

  /**
   * One turn; called by several threads.
   *
   * @throws IllegalArgumentException if the arguments do not fit the kind
   * @throws InterruptedException if it is to stop
   */
  CoreNext execute(CoreWork work) throws InterruptedException;
}
