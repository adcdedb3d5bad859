package dev.muster.api.runs;

import dev.muster.domain.playbook.RunPlan;
import dev.muster.records.runs.RunRecord;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.client.EngineUnavailable;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.temporalui.PlanMarkdown;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands a run that is recorded to the engine, outside of any transaction. */
public final class RunHandOver {

  private static final Logger LOG = LoggerFactory.getLogger(RunHandOver.class);

  private final EngineClient engine;

  public RunHandOver(EngineClient engine) {
    this.engine = engine;
  }

  /** Starts its workflow; why it waits for the engine, if it does: the repair loop starts it. */
  public Optional<String> start(RunRecord run, RunPlan plan) {
    try {
      engine.startRun(
          RunStart.input(run), PlanMarkdown.of(run.origin().reason(), run.origin().ticket(), plan));
      return Optional.empty();
    } catch (EngineUnavailable e) {
      LOG.warn("Run {} is recorded and waits for the engine: {}", run.id(), e.getMessage());
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      // A bug, but the run is recorded: saying otherwise would make the caller start another.
      LOG.error("Run {} is recorded, and handing it to the engine failed", run.id(), e);
      return Optional.of("handing it over failed, it is tried again");
    }
  }

  /** Cancels a run, or leaves it to the worker, for whom that is recorded. */
  public void cancel(RunRecord run, String by, String why) {
    try {
      engine.instruct(
          RunStart.input(run),
          new RunCommand(
              RunCommand.Verb.CANCEL, new Instruction(by, Optional.of(why), Optional.empty())));
    } catch (EngineUnavailable e) {
      LOG.warn("Run {} is cancelled when the engine is back: {}", run.id(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Run {} could not be cancelled; a worker tries it again", run.id(), e);
    }
  }
}
