package dev.muster.workflows.contract;

import io.temporal.common.converter.RawValue;
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
 *
 * <p>Signals and updates take whatever was sent, as it was sent: people type them, and what does
 * not fit is answered or shown, and kept in the audit. They expect an {@link Instruction}; {@code
 * instruct} a {@link RunCommand}, or the fields of both in one object. A second payload is one too
 * many. As updates, the signals' names are taken, too.
 */
@WorkflowInterface
public interface PlaybookWorkflow {

  /** Moves the run until it ends, or until a newer epoch moves it. */
  @WorkflowMethod
  RunEnd run(RunInput input);

  @SignalMethod(description = "Actions of the run moved; sent by the cycle")
  void progressed();

  @SignalMethod(description = "Start nothing new; interrupt nothing: {\"by\":\"YOUR NAME\"}")
  void pause(@Nullable RawValue instruction, @Nullable RawValue surplus);

  @SignalMethod(description = "Go on after a pause: {\"by\":\"YOUR NAME\"}")
  void resume(@Nullable RawValue instruction, @Nullable RawValue surplus);

  @SignalMethod(
      description =
          "Start nothing new, cancel what has not begun, ask agents to stop the rest:"
              + " {\"by\":\"YOUR NAME\"}")
  void cancel(@Nullable RawValue instruction, @Nullable RawValue surplus);

  @SignalMethod(description = "Approve the stage that waits for approval: {\"by\":\"YOUR NAME\"}")
  void approve(@Nullable RawValue instruction, @Nullable RawValue surplus);

  @SignalMethod(
      description =
          "Refuse the stage that waits for approval, the run ends as Cancelled:"
              + " {\"by\":\"YOUR NAME\"}")
  void reject(@Nullable RawValue instruction, @Nullable RawValue surplus);

  @UpdateMethod(
      description =
          "Pause, resume, cancel, approve or reject, and be told what became of it:"
              + " {\"verb\":\"approve\",\"by\":\"YOUR NAME\"}")
  CommandOutcome instruct(@Nullable RawValue command, @Nullable RawValue surplus);

  @UpdateValidatorMethod(updateName = "instruct")
  void validateInstruct(@Nullable RawValue command, @Nullable RawValue surplus);

  @QueryMethod(description = "Where the run stands and what it waits for")
  RunStanding standing();
}
