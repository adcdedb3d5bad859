package dev.muster.workflows;

import dev.muster.workflows.orchestration.OrchestrationWorkflowImpl;
import dev.muster.workflows.playbook.PlaybookWorkflowImpl;
import io.temporal.worker.WorkflowImplementationOptions;

/**
 * What a worker registers. No exception fails a workflow: whatever is not expected fails the
 * workflow task, which is tried again, so that a repaired worker goes on where the broken one
 * stood.
 */
public final class WorkflowTypes {

  private WorkflowTypes() {}

  /** The implementations. */
  public static Class<?>[] all() {
    return new Class<?>[] {OrchestrationWorkflowImpl.class, PlaybookWorkflowImpl.class};
  }

  /** How they are registered. */
  public static WorkflowImplementationOptions options() {
    return WorkflowImplementationOptions.getDefaultInstance();
  }
}
