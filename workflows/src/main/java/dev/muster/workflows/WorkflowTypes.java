package dev.muster.workflows;

import dev.muster.workflows.orchestration.OrchestrationWorkflowImpl;
import dev.muster.workflows.playbook.PlaybookWorkflowImpl;

/**
 * What a worker registers, with the SDK's options. No exception fails a workflow: whatever is not
 * expected fails the workflow task, which is tried again, so that a repaired worker goes on where
 * the broken one stood.
 */
public final class WorkflowTypes {

  private WorkflowTypes() {}

  /** Every workflow type that a worker must know, as its implementation. */
  public static Class<?>[] all() {
    return new Class<?>[] {OrchestrationWorkflowImpl.class, PlaybookWorkflowImpl.class};
  }
}
