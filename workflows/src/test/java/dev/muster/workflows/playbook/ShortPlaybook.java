package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.PlaybookWorkflow;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.waiting.Lifetime;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkflowImplementationOptions;

/** The workflow with executions that continue as new after 40 events. */
public final class ShortPlaybook {

  private ShortPlaybook() {}

  public static void register(Worker worker) {
    worker.registerWorkflowImplementationFactory(
        PlaybookWorkflow.class,
        arguments -> new PlaybookWorkflowImpl(arguments.get(RunInput.class), new Lifetime(40)),
        WorkflowImplementationOptions.getDefaultInstance());
  }
}
