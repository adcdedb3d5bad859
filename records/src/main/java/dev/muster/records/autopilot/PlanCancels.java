package dev.muster.records.autopilot;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.time.Instant;
import java.util.List;

/** Runs that are to be cancelled because their plan was deleted or took too long. */
public final class PlanCancels {

  private static final int MOST = 500;

  private final Sql sql;

  PlanCancels(Sql sql) {
    this.sql = sql;
  }

  /**
   * A run to be cancelled.
   *
   * @param by in whose name
   */
  public record Wanted(RunId run, ClusterName cluster, String by, String why) {}

  void want(Wanted wanted, Instant at) {
    sql.statement(
            """
            insert into autopilot_cancels (run, cluster, by_user, why, at)
            values (:run, :cluster, :by, :why, :at) on conflict (run) do nothing
            """)
        .param("run", wanted.run().value())
        .param("cluster", wanted.cluster().value())
        .param("by", Texts.clean(wanted.by()))
        .param("why", Texts.clean(wanted.why()))
        .param("at", Sql.at(at))
        .update();
  }

  /** Those that nobody has cancelled yet, the oldest first. What is over or gone is forgotten. */
  public List<Wanted> open() {
    sql.statement(
            """
            delete from autopilot_cancels c where not exists (
              select from runs r where r.id = c.run and r.finished_at is null)
            """)
        .update();
    return sql.statement(
            """
            select c.* from autopilot_cancels c join runs r on r.id = c.run
            where r.cancelled_by is null order by c.at, c.run limit %d
            """
                .formatted(MOST))
        .query(
            Row.mapper(row ->
                new Wanted(
                    new RunId(row.uuid("run")),
                    new ClusterName(row.text("cluster")),
                    row.text("by_user"),
                    row.text("why"))))
        .list();
  }
}
