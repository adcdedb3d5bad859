package dev.muster.domain.run;

/** Where a node is within a stage. Computed from its actions and its settling. */
public enum NodeState {
  /** Nothing was started on it. */
  PENDING,
  /** Between the start of its first step and the end of its settling. */
  RUNNING,
  /** Final: every step succeeded and it settled. */
  SUCCEEDED,
  /** Final: a step failed for good, or the node did not settle. */
  FAILED,
  /** Final: a step took longer than it may. */
  TIMED_OUT,
  /** Final: its agent stayed silent for too long. */
  UNREACHABLE,
  /** Final: no step applied to it. */
  SKIPPED,
  /** Final: the run ended before the node was done. */
  CANCELLED;

  /** What is said of a node that failed because somebody removed it while it was worked on. */
  public static final String GONE = "the cluster no longer has this node";

  /** Whether the node counts against the stage's failure budget. */
  public boolean countsAsFailure() {
    return this == FAILED || this == TIMED_OUT || this == UNREACHABLE;
  }

  public boolean isFinal() {
    return this != PENDING && this != RUNNING;
  }
}
