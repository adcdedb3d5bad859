package dev.muster.workflows.client;

import dev.muster.workflows.contract.CommandOutcome;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.client.WorkflowUpdateTimeoutOrCancelledException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Asks a workflow by an update, and waits for what it says. */
final class WorkflowUpdates {

  /**
   * For commands: a cycle in hand may wait for slow agents first, and what arrives meanwhile is
   * delivered with the next heartbeat of its workflow task, after at most 4 s.
   */
  private static final Duration WHEN_DONE = Duration.ofSeconds(20);

  /**
   * How long a command waits to be accepted before it is sent again under its own id, which does
   * nothing if it waits in line. The embedded engine loses what meets a continue-as-new, and would
   * let its caller wait for 10 s.
   */
  private static final Duration SENT_AGAIN = Duration.ofSeconds(2);

  private WorkflowUpdates() {}

  /** Of an update under an id of its own: sent again, it does nothing more. */
  static UpdateOptions<CommandOutcome> options(String update) {
    return UpdateOptions.newBuilder(CommandOutcome.class)
        .setUpdateName(update)
        .setUpdateId(UUID.randomUUID().toString())
        .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
        .build();
  }

  /**
   * What became of it.
   *
   * @throws EngineUnavailable if nothing is said in time
   */
  static CommandOutcome answer(
      String what, Callable<WorkflowUpdateHandle<CommandOutcome>> question) {
    try {
      return sent(what, question).getResult(WHEN_DONE.toSeconds(), TimeUnit.SECONDS);
    } catch (WorkflowUpdateException e) {
      return CommandOutcome.refused(EngineCall.reason(e));
    } catch (WorkflowUpdateTimeoutOrCancelledException e) {
      throw EngineCall.unanswered(what, WHEN_DONE, e);
    }
  }

  private static <T> T sent(String what, Callable<T> question) {
    long end = System.nanoTime() + WHEN_DONE.toNanos();
    while (true) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      boolean last = left.compareTo(SENT_AGAIN) <= 0;
      try {
        return EngineCall.within(last ? left : SENT_AGAIN, what, question);
      } catch (EngineUnavailable e) {
        if (last || !EngineCall.isUnanswered(e)) {
          throw e;
        }
      }
    }
  }
}
