package dev.muster.workflows.contract;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * One run of a playbook, under the id {@code playbook/<run>}: the only one that moves the run. A
 * reconciler: started again from the top for the same run it goes on where the records say it was.
 */
@WorkflowInterface
public interface PlaybookWorkflow {

  /** Moves the run until it ends, or until a newer epoch moves it. */
  @WorkflowMethod
  RunEnd run(RunInput input);

  @SignalMethod(description = "Actions of the run moved; sent by the cycle")
  void progressed();

  @SignalMethod(description = "Start nothing new; interrupt nothing")
  void pause(@Nullable Instruction instruction);

  @SignalMethod(description = "Go on after a pause")
  void resume(@Nullable Instruction instruction);

  @SignalMethod(
      description = "Start nothing new, cancel what has not begun, ask agents to stop the rest")
  void cancel(@Nullable Instruction instruction);

  @SignalMethod(description = "Approve the stage that waits for approval")
  void approve(@Nullable Instruction instruction);

  @SignalMethod(description = "Refuse the stage that waits for approval: the run ends as Cancelled")
  void reject(@Nullable Instruction instruction);

  @UpdateMethod(
      description = "Pause, resume, cancel, approve or reject, and be told what became of it")
  CommandOutcome instruct(RunCommand command);

  @UpdateValidatorMethod(updateName = "instruct")
  void validateInstruct(RunCommand command);

  @QueryMethod(description = "Where the run stands and what it waits for")
  RunStanding standing();
}
