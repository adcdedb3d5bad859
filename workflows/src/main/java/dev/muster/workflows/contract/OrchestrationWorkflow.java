package dev.muster.workflows.contract;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import org.jspecify.annotations.Nullable;

/**
 * The periodic cycle over one cluster, under the id {@code orchestration/<cluster>}, and the single
 * writer of its actions' states.
 */
@WorkflowInterface
public interface OrchestrationWorkflow {

  /** Cycles until another epoch takes over or the cluster is removed. */
  @WorkflowMethod
  OrchestrationEnd run(OrchestrationInput input);

  @SignalMethod(
      description = "Run a cycle now, over the nodes given or, when there are none, over all")
  void nudge(@Nullable Nudge nudge);

  @SignalMethod(
      description = "Approve, reject or cancel an action; what became of it is in the audit")
  void command(@Nullable ActionCommand command);

  @UpdateMethod(description = "Approve, reject or cancel an action, and be told what became of it")
  CommandOutcome decide(ActionCommand command);

  @UpdateValidatorMethod(updateName = "decide")
  void validateDecide(ActionCommand command);

  @QueryMethod(description = "The last cycle, and what the next one waits for")
  OrchestrationStatus status();
}
