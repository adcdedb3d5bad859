package dev.muster.records.runs;

import dev.muster.records.audit.Audit;
import dev.muster.records.changes.Changes;
import dev.muster.records.sql.Sql;

/** Everything about runs, over one store of plans. */
public final class RunRecords {

  private final Runs runs;
  private final RunSituations situations;
  private final RunNodes nodes;
  private final RunDetailReads details;
  private final OpenStages openStages;
  private final KnownRuns known;

  public RunRecords(Sql sql, Changes changes, Audit audit) {
    StagePlans plans = new StagePlans(sql);
    this.runs = new Runs(sql, changes, audit, plans);
    this.situations = new RunSituations(sql, plans);
    this.nodes = new RunNodes(sql);
    this.details = new RunDetailReads(sql, runs, plans, nodes);
    this.openStages = new OpenStages(sql, plans);
    this.known = new KnownRuns(sql, plans);
  }

  public Runs runs() {
    return runs;
  }

  public RunSituations situations() {
    return situations;
  }

  public RunNodes nodes() {
    return nodes;
  }

  public RunDetailReads details() {
    return details;
  }

  public OpenStages openStages() {
    return openStages;
  }

  public KnownRuns known() {
    return known;
  }
}
