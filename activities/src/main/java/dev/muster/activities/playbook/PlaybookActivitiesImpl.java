package dev.muster.activities.playbook;

import dev.muster.activities.requests.IgnoredAudit;
import dev.muster.activities.signals.Signals;
import dev.muster.activities.steps.RunFacts;
import dev.muster.activities.steps.Steps;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.fences.Fenced;
import dev.muster.records.fences.RunFences;
import dev.muster.records.runs.RunLabel;
import dev.muster.records.runs.RunRecord;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.BeginRequest;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.FailureType;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.Mover;
import dev.muster.workflows.contract.PlaybookActivities;
import dev.muster.workflows.contract.RunBegun;
import dev.muster.workflows.contract.RunStanding;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The effects of runs. */
public final class PlaybookActivitiesImpl implements PlaybookActivities {

  private static final Logger LOG = LoggerFactory.getLogger(PlaybookActivitiesImpl.class);

  private final Records records;
  private final Steps steps;
  private final Signals signals;
  private final Mover mover;
  private final Clock clock;

  public PlaybookActivitiesImpl(
      Records records, Steps steps, Signals signals, Mover mover, Clock clock) {
    this.records = records;
    this.steps = steps;
    this.signals = signals;
    this.mover = mover;
    this.clock = clock;
  }

  /** One transaction; then the cluster is nudged. Not for an engine that was abandoned. */
  @Override
  public RunBegun begin(BeginRequest request) {
    RunId id = request.run();
    RunFacts run = steps.run(id).orElseThrow(() -> gone(id));
    Instant now = now();
    RunFences.Begun<RunAdvance.Done> begun =
        mover
            .whileMoving(() ->
                records
                    .runFences()
                    .begin(
                        id,
                        writes ->
                            new RunAdvance(records, steps, run, writes, now)
                                .go(request.commands())))
            .orElseThrow(() -> gone(id));
    nudge(run, begun.result().nudge());
    return new RunBegun(begun.epoch(), begun.result().standing());
  }

  /** Not for an engine that was abandoned: it would take the run away from the one that counts. */
  @Override
  public long takeEpoch(RunId run) {
    return mover.whileMoving(() -> records.runFences().takeEpoch(run)).orElseThrow(() -> gone(run));
  }

  /** One transaction, in which everything is done or nothing; then the cluster is nudged. */
  @Override
  public RunStanding advance(AdvanceRequest request) {
    RunId id = request.run();
    RunFacts run = steps.run(id).orElseThrow(() -> gone(id));
    if (request.commands().isEmpty()) {
      // The cycle that saw the last action end has ended the run, most of the time.
      Optional<RunStanding> over = new ShownRun(records, run).ifOver();
      if (over.isPresent()) {
        return over.get();
      }
    }
    Instant now = now();
    Fenced<RunAdvance.Done> fenced =
        records
            .runFences()
            .write(
                id,
                request.epoch(),
                writes -> new RunAdvance(records, steps, run, writes, now).go(request.commands()));
    return switch (fenced) {
      case Fenced.Written<RunAdvance.Done>(RunAdvance.Done done) -> {
        nudge(run, done.nudge());
        yield done.standing();
      }
      case Fenced.Superseded<RunAdvance.Done>(String why) -> superseded(id, why, request);
      case Fenced.Removed<RunAdvance.Done>() -> throw gone(id);
    };
  }

  @Override
  public void ignored(IgnoredSignals ignored) {
    new IgnoredAudit(records).keep(ignored);
  }

  private void nudge(RunFacts run, Optional<Set<NodeId>> nodes) {
    nodes.ifPresent(visit ->
        signals.nudge(run.cluster(), visit, "run " + RunLabel.of(run.playbook(), run.id())));
  }

  private RunStanding superseded(RunId run, String why, AdvanceRequest request) {
    LOG.info("Run {} is moved by another execution: {}", run, why);
    ProgressState state =
        records.runs().find(run).map(RunRecord::state).orElse(ProgressState.NEW_PLAN);
    List<CommandOutcome> outcomes =
        request.commands().stream()
            .map(command ->
                CommandOutcome.refused("not done: another engine moves the run now; ask again"))
            .toList();
    return new RunStanding(true, state, Optional.empty(), why, Optional.empty(), outcomes, "");
  }

  /** As exact as the database keeps it. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  private static RuntimeException gone(RunId run) {
    return FailureType.GONE.failure("there is no run " + run);
  }
}
