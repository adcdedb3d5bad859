package dev.muster.records.autopilot;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.util.List;
import java.util.UUID;

/**
 * Tells which plans' runs moved since somebody looked, in one statement and without reading them: a
 * text over the versions of all rows that a status is made of, and over who is silent.
 */
final class RunVersions {

  private static final String MOVED =
      """
      select plan, now from (
        select p.plan, p.seen, coalesce(
          (select concat_ws('/', r.xmin::text, p.expired_at,
            (select count(*) || '.' || sum(hashint8(s.xmin::text::bigint))
              from run_stages s where s.run = r.id),
            (select count(*) || '.' || sum(hashint8(s.xmin::text::bigint))
              from stage_nodes s where s.run = r.id),
            (select count(*) || '.' || sum(hashint8(a.xmin::text::bigint))
              from actions a where a.run = r.id),
            (select count(*) || '.' || sum(hashtext(concat(n.error_since, n.last_error)))
              from stage_nodes s join nodes n on n.cluster = r.cluster and n.id = s.node
              where s.run = r.id and s.state = 'RUNNING' and n.status = 'UNREACHABLE'))
          from runs r where r.id = p.run), 'gone') as now
        from autopilot_plans p
        where p.cluster = :cluster and not p.settled and p.run is not null) as plans
      where now <> seen order by plan
      """;

  private final Sql sql;

  RunVersions(Sql sql) {
    this.sql = sql;
  }

  /**
   * A plan whose status may be old.
   *
   * @param version what its run is now
   */
  record Moved(UUID plan, String version) {}

  List<Moved> moved(ClusterName cluster) {
    return sql.statement(MOVED)
        .param("cluster", cluster.value())
        .query(Row.mapper(row -> new Moved(row.uuid("plan"), row.text("now"))))
        .list();
  }
}
