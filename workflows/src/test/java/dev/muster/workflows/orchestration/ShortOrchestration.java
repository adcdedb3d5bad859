package dev.muster.workflows.orchestration;

import dev.muster.workflows.contract.OrchestrationInput;
import dev.muster.workflows.contract.OrchestrationWorkflow;
import dev.muster.workflows.waiting.Lifetime;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkflowImplementationOptions;

/** The workflow with executions that continue as new after 40 events. */
public final class ShortOrchestration {

  private ShortOrchestration() {}

  public static void register(Worker worker) {
    worker.registerWorkflowImplementationFactory(
        OrchestrationWorkflow.class,
        arguments ->
            new OrchestrationWorkflowImpl(
                arguments.get(OrchestrationInput.class), new Lifetime(40)),
        WorkflowImplementationOptions.getDefaultInstance());
  }
}
