package dev.muster.workflows.waiting;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;

/** When an execution has become so long that it continues as a new one. */
public final class Lifetime {

  /**
   * Where the engine suggests it too; replaying more takes noticeable time. Part of every history
   * that became so long: lowering it breaks the replay of executions that are longer already.
   */
  public static final long LONGEST_HISTORY = 4_000;

  private final long longestHistory;

  /**
   * @param longestHistory in events
   */
  public Lifetime(long longestHistory) {
    this.longestHistory = longestHistory;
  }

  /** Whether it is time. */
  public boolean isOver() {
    WorkflowInfo info = Workflow.getInfo();
    return info.isContinueAsNewSuggested() || info.getHistoryLength() >= longestHistory;
  }
}
