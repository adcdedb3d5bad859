package dev.muster.agent.process;

import java.util.Optional;

/**
 * How a process ended.
 *
 * @param exitCode empty if it left none, because it was killed
 */
public record Ended(How how, Optional<Integer> exitCode, Output stdout, Output stderr) {

  /** Why it ended. */
  public enum How {
    /** By itself. */
    EXITED,
    /** The action was cancelled. */
    CANCELLED,
    /** The action's time was over. */
    TIMED_OUT,
    /** Somebody else killed it, or the machine went down: nobody knows how far it came. */
    VANISHED
  }

  /** Whether it ended by itself with exit code 0. */
  public boolean isSuccess() {
    return how == How.EXITED && exitCode.filter(code -> code == 0).isPresent();
  }
}
