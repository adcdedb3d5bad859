package dev.muster.standalone.acceptance;

import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;

/** Where an engine, whichever it is, takes what Temporal's clients ask of it. */
public record EngineDoor(String address, String namespace) {

  /** A task queue that no worker polls. */
  private static final String NOBODY = "nobody";

  /**
   * Puts in the place of a workflow one that runs, as far as the engine can tell, and of which
   * nothing is ever done: its tasks are for a worker that is not there. So whoever starts what does
   * not run leaves it alone.
   */
  public void stall(String workflowId) {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
    try {
      WorkflowClient.newInstance(
              stubs, WorkflowClientOptions.newBuilder().setNamespace(namespace).build())
          .newUntypedWorkflowStub(
              "Stalled",
              WorkflowOptions.newBuilder()
                  .setWorkflowId(workflowId)
                  .setTaskQueue(NOBODY)
                  .setWorkflowIdConflictPolicy(
                      WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_TERMINATE_EXISTING)
                  .build())
          .start();
    } finally {
      stubs.shutdownNow();
    }
  }
}
