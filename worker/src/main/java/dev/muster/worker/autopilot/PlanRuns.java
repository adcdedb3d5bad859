package dev.muster.worker.autopilot;

import dev.muster.records.Records;
import dev.muster.records.autopilot.PlanCancels;
import dev.muster.records.autopilot.StartedRun;
import dev.muster.records.runs.RunRecord;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.client.EngineUnavailable;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.temporalui.PlanMarkdown;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs of plans, which the engine starts and cancels. */
public interface PlanRuns {

  /** Hands a run that is recorded to the engine; one that cannot be is for the repair loop. */
  void start(StartedRun run);

  /**
   * Cancels a run, unless it is over.
   *
   * @throws EngineUnavailable if nobody can be asked; it is tried again
   */
  void cancel(PlanCancels.Wanted wanted);

  /** In an engine. */
  static PlanRuns of(Records records, EngineClient engine) {
    return new InEngine(records, engine);
  }

  /** As the API does it, in the name of whom a plan is for. */
  record InEngine(Records records, EngineClient engine) implements PlanRuns {

    private static final Logger LOG = LoggerFactory.getLogger(PlanRuns.class);

    @Override
    public void start(StartedRun started) {
      RunRecord run = started.run();
      try {
        engine.startRun(
            input(run),
            PlanMarkdown.of(run.origin().reason(), run.origin().ticket(), started.plan()));
      } catch (EngineUnavailable e) {
        LOG.info("Run {} is recorded and waits for the engine: {}", run.id(), e.getMessage());
      }
    }

    @Override
    public void cancel(PlanCancels.Wanted wanted) {
      Optional<RunRecord> run =
          records.runs().find(wanted.run()).filter(found -> found.times().finishedAt().isEmpty());
      if (run.isPresent()) {
        CommandOutcome outcome =
            engine.instruct(
                input(run.get()),
                new RunCommand(
                    RunCommand.Verb.CANCEL,
                    new Instruction(wanted.by(), Optional.of(wanted.why()), Optional.empty())));
        LOG.info("Run {} was cancelled, {}: {}", wanted.run(), wanted.why(), outcome.text());
      }
    }

    private static RunInput input(RunRecord run) {
      return RunInput.start(
          run.id(),
          run.cluster(),
          run.planned().playbook() + " v" + run.planned().version(),
          run.origin().requester());
    }
  }
}
