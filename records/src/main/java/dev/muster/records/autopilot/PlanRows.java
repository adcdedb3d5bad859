package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.autopilot.PlanStatusJson;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.autopilot.PlanStanding.Activity;
import dev.muster.records.autopilot.PlanStanding.Limit;
import dev.muster.records.autopilot.PlanStanding.Waiting;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The rows of {@code autopilot_plans}; who writes them holds the cluster's lock. */
final class PlanRows {

  /** Looked at in one turn of a loop. */
  private static final int MOST = 500;

  private final Sql sql;

  PlanRows(Sql sql) {
    this.sql = sql;
  }

  Optional<PlanStanding> find(UUID plan) {
    return sql.statement("select * from autopilot_plans where plan = :plan")
        .param("plan", plan)
        .query(Row.mapper(PlanRows::read))
        .optional();
  }

  /** A new attempt takes the place of the one before. */
  void keep(StoredObject plan, PlanStanding standing) {
    sql.statement(
            """
            insert into autopilot_plans
              (plan, cluster, attempt, requester, run, frozen, waiting, settled, deadline_at)
            values (:plan, :cluster, :attempt, :requester, :run, :frozen::jsonb,
              :waiting::jsonb, :settled, :deadline)
            on conflict (plan) do update
            set attempt = excluded.attempt, requester = excluded.requester, run = excluded.run,
              frozen = excluded.frozen, waiting = excluded.waiting, seen = '',
              settled = excluded.settled, deadline_at = excluded.deadline_at, expired_at = null
            """)
        .param("plan", plan.uid())
        .param("cluster", plan.key().cluster().value())
        .param("attempt", standing.attempt())
        .param("requester", Texts.clean(standing.requester()))
        .param("run", Sql.orNull(standing.run().map(RunId::value)))
        .param("frozen", Texts.json(PlanStatusJson.write(standing.frozen())))
        .param("waiting", Sql.orNull(standing.waiting().map(Texts::json)))
        .param("settled", standing.activity() == Activity.SETTLED)
        .param("deadline", Sql.orNull(standing.limit().deadline()))
        .update();
  }

  /** The plan that waited has a run. */
  void begun(UUID plan, RunId run) {
    sql.statement("update autopilot_plans set run = :run, waiting = null where plan = :plan")
        .param("run", run.value())
        .param("plan", plan)
        .update();
  }

  /** It took too long. */
  void expired(UUID plan, Instant at) {
    sql.statement(
            """
            update autopilot_plans
            set expired_at = :at, settled = settled or waiting is not null, waiting = null
            where plan = :plan
            """)
        .param("at", Sql.at(at))
        .param("plan", plan)
        .update();
  }

  /** Of what of its run the status was made. */
  void seen(UUID plan, String version, Activity activity) {
    sql.statement("update autopilot_plans set seen = :seen, settled = :settled where plan = :plan")
        .param("seen", version)
        .param("settled", activity == Activity.SETTLED)
        .param("plan", plan)
        .update();
  }

  /** A plan of which something is to be done, wherever it is. */
  record Found(ObjectKey key, PlanStanding standing) {

    static Found of(Row row) throws SQLException {
      return new Found(ObjectRows.key(row), read(row));
    }
  }

  /** Plans that wait for others, the oldest first. */
  List<Found> waiting() {
    return found("p.waiting is not null", Instant.EPOCH);
  }

  /** Plans that are not over and should be, the longest overdue first. */
  List<Found> overdue(Instant now) {
    return found(
        "not p.settled and p.expired_at is null and p.deadline_at <= cast(:now as timestamptz)",
        now);
  }

  private List<Found> found(String which, Instant now) {
    return sql.statement(
            """
            select p.*, o.kind, o.name
            from autopilot_plans p join autopilot_objects o on o.uid = p.plan
            where %s and o.kind = :kind and cast(:now as timestamptz) is not null
            order by p.deadline_at, o.created_at, o.uid limit %d
            """
                .formatted(which, MOST))
        .param("kind", ObjectKind.PLAN.word())
        .param("now", Sql.at(now))
        .query(Row.mapper(Found::of))
        .list();
  }

  /** A run that a plan has now; empty if none has. */
  Optional<ClusterName> clusterOf(RunId run) {
    return sql.statement("select cluster from autopilot_plans where run = :run")
        .param("run", run.value())
        .query(Row.mapper(row -> new ClusterName(row.text("cluster"))))
        .optional();
  }

  private static PlanStanding read(Row row) throws SQLException {
    return new PlanStanding(
        row.integer("attempt"),
        row.text("requester"),
        row.optionalUuid("run").map(RunId::new),
        PlanStatusJson.read(row.json("frozen")),
        row.optionalJson("waiting", Waiting.class),
        row.flag("settled") ? Activity.SETTLED : Activity.OPEN,
        new Limit(row.optionalInstant("deadline_at"), row.optionalInstant("expired_at")));
  }
}
