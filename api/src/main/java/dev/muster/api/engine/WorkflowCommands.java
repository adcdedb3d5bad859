package dev.muster.api.engine;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunInput;

/** Hands people's commands to the workflows; what is refused becomes a problem. */
public final class WorkflowCommands {

  private final EngineClient engine;

  public WorkflowCommands(EngineClient engine) {
    this.engine = engine;
  }

  /** Commands an action. */
  public void decide(ClusterName cluster, ActionCommand command) {
    requireApplied(engine.decide(cluster, command));
  }

  /** Commands a run. */
  public void instruct(RunInput run, RunCommand command) {
    requireApplied(engine.instruct(run, command));
  }

  private static void requireApplied(CommandOutcome outcome) {
    switch (outcome.result()) {
      case APPLIED -> {}
      case REFUSED -> throw new ProblemException(ProblemType.NOT_POSSIBLE, outcome.text());
    }
  }
}
