package dev.muster.records.signs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.stall.LoopSigns;
import dev.muster.records.runs.OpenRun;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Keeps and reads the signs by which loops and runs that stand still are found. */
public final class Signs {

  private final Sql sql;

  public Signs(Sql sql) {
    this.sql = sql;
  }

  /** A cycle of this cluster is in hand. */
  public void cycling(ClusterName cluster, Instant at) {
    note(cluster, at, Optional.empty());
  }

  /** A cycle of this cluster has failed. */
  public void failed(ClusterName cluster, Instant at, String why) {
    note(cluster, at, Optional.of(why));
  }

  private void note(ClusterName cluster, Instant at, Optional<String> trouble) {
    sql.statement(
            """
            insert into cycles_in_hand (cluster, at, trouble) values (:cluster, :at, :trouble)
            on conflict (cluster) do update set at = excluded.at, trouble = excluded.trouble
            """)
        .param("cluster", cluster.value())
        .param("at", Sql.at(at))
        .param("trouble", trouble.map(Texts::clean).orElse(null))
        .update();
  }

  /**
   * Clusters of which no cycle was in hand after {@code before}. Only of them it is asked whether
   * actions wait that no cycle has looked at: the others have just been looked at.
   */
  public List<LoopSigns> loops(Instant before) {
    return sql.statement(
            """
            select c.name, s.last_sign, s.due_at, s.trouble, (
                select min(a.created_at) from actions a
                where a.cluster = c.name and a.finished_at is null
                  and a.state = 'PENDING_SCHEDULE' and a.sent_at is null and a.wait_code is null
              ) as unjudged_since
            from clusters c
            left join cycles_in_hand h on h.cluster = c.name
            left join lateral (
              select started_at + duration_us * interval '1 microsecond' as ended_at, due_at
              from cycle_reports where cluster = c.name order by epoch desc, cycle desc limit 1
            ) r on true
            cross join lateral (
              select greatest(c.created_at, r.ended_at, h.at) as last_sign,
                coalesce(r.due_at, c.created_at) as due_at,
                case when h.at > r.ended_at or r.ended_at is null then h.trouble end as trouble
            ) s
            where s.last_sign <= :before or s.trouble is not null
            order by c.name
            """)
        .param("before", Sql.at(before))
        .query(
            Row.mapper(row ->
                new LoopSigns(
                    new ClusterName(row.text("name")),
                    row.instant("last_sign"),
                    row.optionalInstant("due_at"),
                    row.optionalInstant("unjudged_since"),
                    row.optionalText("trouble"))))
        .list();
  }

  /**
   * An open run that is late.
   *
   * @param dueAt when it was to be advanced at the latest
   */
  public record LateRun(OpenRun run, ProgressState state, Instant dueAt) {}

  /** Open runs that were to be advanced before that time, the latest first; at most 100. */
  public List<LateRun> late(Instant before) {
    return sql.statement(
            """
            select id, cluster, playbook, playbook_version, requester, state, due_at from runs
            where finished_at is null and due_at <= :before
            order by due_at, id limit 100
            """)
        .param("before", Sql.at(before))
        .query(
            Row.mapper(row ->
                new LateRun(
                    new OpenRun(
                        new RunId(row.uuid("id")),
                        new ClusterName(row.text("cluster")),
                        row.text("playbook"),
                        row.integer("playbook_version"),
                        row.text("requester")),
                    ProgressState.parse(row.text("state")),
                    row.instant("due_at"))))
        .list();
  }

  /**
   * These runs have something to do now. One that is being advanced at this moment is left alone:
   * it says itself when it is due next.
   */
  public void due(Collection<RunId> runs, Instant at) {
    if (runs.isEmpty()) {
      return;
    }
    sql.statement(
            """
            update runs set due_at = :at where id in (
              select id from runs where id = any (:runs) and due_at > :at
              for no key update skip locked)
            """)
        .param("at", Sql.at(at))
        .param("runs", ArrayValue.uuids(runs, RunId::value))
        .update();
  }
}
