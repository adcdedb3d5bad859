package dev.muster.workflows.waiting;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import java.util.function.Supplier;

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

  /**
   * Whether the execution is to continue as a new one now. It does not while commands wait, and
   * waits itself until everything that was said is {@code heard}.
   */
  public boolean isOver(CommandQueue<?> commands, Supplier<Boolean> heard) {
    if (!isLong() || commands.isWaiting()) {
      return false;
    }
    Workflow.await(heard);
    return !commands.isWaiting();
  }

  private boolean isLong() {
    WorkflowInfo info = Workflow.getInfo();
    return info.isContinueAsNewSuggested() || info.getHistoryLength() >= longestHistory;
  }
}
