package dev.muster.workflows.contract;

import java.util.Optional;

/** Knows whether this process's engine is the one that moves the runs. Safe for many threads. */
@FunctionalInterface
public interface Mover {

  /**
   * Which engine moves the runs instead, and what to do, as a sentence; empty if it is this one, or
   * if that is not known yet.
   */
  Optional<String> elsewhere();
}
