package dev.muster.activities.playbook;

import dev.muster.activities.steps.RunFacts;
import dev.muster.activities.steps.Steps;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.runs.RunOverview;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Lets the cycle that ends a stage's last action open the next stage, or end the run: what the
 * run's workflow would do two hops later, by the same decision and under the same lock. The
 * workflow is told all the same, and finds it done.
 */
public final class HandOver {

  private final Records records;
  private final Steps steps;

  public HandOver(Records records, Steps steps) {
    this.records = records;
    this.steps = steps;
  }

  /**
   * Ends, skips and opens stages of a run and ends the run, as far as nothing is to be waited for;
   * to be called in the transaction of a cycle of the run's cluster. Does nothing while the
   * workflow moves the run.
   *
   * @param seen what the cycle has read of it; read again if somebody moved it since
   * @return empty if nothing was done
   */
  public Optional<Result> go(RunId id, RunOverview seen, Instant now) {
    Optional<RunFacts> run = steps.run(id);
    return run.flatMap(facts ->
        records
            .runFences()
            .unlessMoved(
                id,
                (writes, version) ->
                    new RunAdvance(records, steps, facts, writes, now)
                        .handOver(Optional.of(seen).filter(it -> it.version().equals(version)))));
  }

  /**
   * What was done.
   *
   * @param visit nodes to visit before the stage that was opened starts; empty if none was
   * @param over whether the run is over
   */
  public record Result(Set<NodeId> visit, boolean over) {}
}
