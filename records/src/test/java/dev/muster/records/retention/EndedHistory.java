package dev.muster.records.retention;

import static dev.muster.records.RecordsFixture.change;
import static dev.muster.records.RecordsFixture.node;
import static dev.muster.records.RecordsFixture.nodes;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.actions.NewAction;
import dev.muster.records.runs.NewRun;
import java.time.Instant;
import java.util.List;

/** Runs and actions of a cluster that end when a test says so. */
record EndedHistory(Records records, RecordsFixture cluster) {

  NewRun ended(Instant at) {
    NewRun run = cluster.started(cluster.run(nodes(3)));
    long epoch = records.runFences().takeEpoch(run.id()).orElseThrow();
    records
        .runFences()
        .write(
            run.id(),
            epoch,
            writes -> {
              writes.state(ProgressState.COMPLETED, "done", at);
              return true;
            });
    return run;
  }

  ActionId doneStep(RunId run, Instant at) {
    NewAction step = cluster.step(new StageKey(run, 0), 0, node(0));
    records.actions().insert(List.of(step));
    finish(step.id(), ActionState.PENDING_SCHEDULE, at);
    return step.id();
  }

  /** What waits for others is cancelled, everything else done. */
  void finish(ActionId action, ActionState from, Instant at) {
    ActionState to = from == ActionState.WAITING ? ActionState.CANCELLED : ActionState.DONE;
    cluster.cycle(writes -> writes.actions().change(List.of(change(action, from, to, at))));
  }
}
