package dev.muster.records.autopilot;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.changes.Changes;
import dev.muster.records.runs.Runs;
import dev.muster.records.sql.Sql;
import java.util.Optional;
import java.util.UUID;

/** What is kept of k0s Autopilot's objects. */
public final class AutopilotRecords {

  private final ObjectStore objects;
  private final PlanRows plans;
  private final RunVersions versions;
  private final SeenRuns seenRuns;
  private final PlanCancels cancels;
  private final UpdateLooks looks;
  private final Sql sql;

  public AutopilotRecords(Sql sql, Changes changes, Runs runs) {
    this.objects = new ObjectStore(sql, changes);
    this.plans = new PlanRows(sql);
    this.versions = new RunVersions(sql);
    this.seenRuns = new SeenRuns(sql, runs);
    this.cancels = new PlanCancels(sql);
    this.looks = new UpdateLooks(sql);
    this.sql = sql;
  }

  public ObjectStore objects() {
    return objects;
  }

  /**
   * Whether time may bring anything: a plan that is not over, such as one that waits, an update
   * configuration that looks by itself, a run to cancel. False where nobody uses Autopilot.
   */
  public boolean hasOpen() {
    return sql.statement(
            """
            select exists (select from autopilot_plans where not settled)
              or exists (select from autopilot_looks where next_at is not null)
              or exists (select from autopilot_cancels)
            """)
        .query(Boolean.class)
        .single();
  }

  /** What is made of a plan; empty of one that is kept and never looked at. */
  public Optional<PlanStanding> standing(UUID plan) {
    return plans.find(plan);
  }

  /** The cluster of which the run is a plan's; empty if it is none's. */
  public Optional<ClusterName> clusterOf(RunId run) {
    return plans.clusterOf(run);
  }

  public PlanCancels cancels() {
    return cancels;
  }

  public UpdateLooks looks() {
    return looks;
  }

  PlanRows plans() {
    return plans;
  }

  RunVersions versions() {
    return versions;
  }

  SeenRuns seenRuns() {
    return seenRuns;
  }
}
