package dev.muster.records.schedules;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.timetable.Timing;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Adds, finds, changes and removes schedules; and keeps what became of their due times. */
public final class Schedules {

  /** Of one cluster. */
  public static final int MOST = 200;

  /** Looked at in one turn. */
  private static final int MOST_DUE = 500;

  private final Sql sql;

  public Schedules(Sql sql) {
    this.sql = sql;
  }

  /** Makes a schedule, unless there is one of the name; key: cluster and name. */
  public ScheduleCreation create(NewSchedule schedule) {
    return sql.transaction(() -> {
      ClusterName cluster = schedule.key().cluster();
      if (!lock(cluster)) {
        return new ScheduleCreation.NoCluster();
      }
      Optional<ScheduleRecord> known = find(schedule.key());
      if (known.isPresent()) {
        return new ScheduleCreation.Existing(known.get());
      }
      if (count(cluster) >= MOST) {
        return new ScheduleCreation.TooMany(MOST);
      }
      insert(schedule);
      return new ScheduleCreation.Created(find(schedule.key()).orElseThrow());
    });
  }

  /** Others who make one for the same cluster wait. */
  private boolean lock(ClusterName cluster) {
    return sql.statement("select 1 from clusters where name = :name for no key update")
        .param("name", cluster.value())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  private long count(ClusterName cluster) {
    return sql.statement("select count(*) from schedules where cluster = :cluster")
        .param("cluster", cluster.value())
        .query(Long.class)
        .single();
  }

  private void insert(NewSchedule schedule) {
    StatementSpec statement =
        sql.statement(
                """
                insert into schedules
                  (id, cluster, name, node, action, cron, timezone, every_ms, first_at, overlap,
                  enabled, next_at, created_at, created_by, changed_at, changed_by)
                values (:id, :cluster, :name, :node, :action::jsonb, :cron, :timezone, :every,
                  :first, :overlap, :enabled, :next, :at, :by, :at, :by)
                """)
            .param("id", schedule.id())
            .param("cluster", schedule.key().cluster().value())
            .param("name", schedule.key().name().value())
            .param("node", Sql.orNull(schedule.terms().node().map(Object::toString)))
            .param("action", Texts.json(schedule.terms().action()))
            .param("overlap", schedule.terms().overlap().word())
            .param("enabled", schedule.next().isPresent())
            .param("next", Sql.orNull(schedule.next()))
            .param("at", Sql.at(schedule.at()))
            .param("by", Texts.clean(schedule.by()));
    bind(statement, schedule.terms().timing()).update();
  }

  private static StatementSpec bind(StatementSpec statement, Timing timing) {
    Timing.Said said = timing.said();
    return statement
        .param("cron", Sql.orNull(said.cron().map(Object::toString)))
        .param("timezone", Sql.orNull(said.timezone()))
        .param("every", Sql.orNull(said.every().map(Duration::toMillis)))
        .param("first", Sql.orNull(said.at()));
  }

  public Optional<ScheduleRecord> find(ScheduleKey key) {
    return of(key, "").list(sql, ScheduleRows::read).stream().findFirst();
  }

  private static Query of(ScheduleKey key, String then) {
    return new Query(ScheduleRows.SELECT)
        .and("s.cluster = :cluster")
        .and("s.name = :name")
        .with("cluster", key.cluster().value())
        .with("name", key.name().value())
        .then(then);
  }

  /** By name; the marker is the last name of the page before. */
  public Page<ScheduleRecord> list(ClusterName cluster, PageRequest page) {
    List<ScheduleRecord> rows =
        new Query(ScheduleRows.SELECT)
            .and("s.cluster = :cluster")
            .with("cluster", cluster.value())
            .and("s.name > :marker", "marker", page.marker())
            .with("limit", page.fetch())
            .then("order by s.name limit :limit")
            .list(sql, ScheduleRows::read);
    return Page.of(rows, page, row -> row.key().name());
  }

  /** Those of which something is due, the longest due first. */
  public List<ScheduleKey> due(Instant now) {
    return new Query("select s.cluster, s.name from schedules s")
        .and("s.next_at <= :now")
        .with("now", Sql.at(now))
        .with("most", MOST_DUE)
        .then("order by s.next_at limit :most")
        .list(sql, ScheduleRows::key);
  }

  /**
   * The schedule, which nobody else changes until the transaction ends; empty too if somebody else
   * has it in hand.
   */
  public Optional<ScheduleRecord> locked(ScheduleKey key) {
    return of(key, "for update of s skip locked").list(sql, ScheduleRows::read).stream()
        .findFirst();
  }

  /**
   * Enables or disables it; again changes nothing. Empty if there is none.
   *
   * @param next its next due time; empty disables it
   */
  public Optional<ScheduleRecord> change(
      ScheduleKey key, Optional<Instant> next, Instant at, String by) {
    sql.statement(
            """
            update schedules
            set enabled = :enabled, next_at = :next, changed_at = :at, changed_by = :by
            where cluster = :cluster and name = :name and enabled <> :enabled
            """)
        .param("enabled", next.isPresent())
        .param("next", Sql.orNull(next))
        .param("at", Sql.at(at))
        .param("by", Texts.clean(by))
        .param("cluster", key.cluster().value())
        .param("name", key.name().value())
        .update();
    return find(key);
  }

  /** Removes a schedule; the actions that it started stay. Whether there was one. */
  public boolean remove(ScheduleKey key) {
    return sql.statement("delete from schedules where cluster = :cluster and name = :name")
            .param("cluster", key.cluster().value())
            .param("name", key.name().value())
            .update()
        > 0;
  }

  /**
   * Keeps what became of a due time.
   *
   * @param action that was started, if one was
   */
  public void keep(
      UUID schedule,
      ScheduleRecord.Last last,
      Optional<UUID> action,
      long missed,
      Optional<Instant> next) {
    sql.statement(
            """
            update schedules
            set next_at = :next, last_due_at = :due, last_at = :at, last_result = :result,
              last_why = :why, last_action = coalesce(:action, last_action),
              missed = missed + :missed,
              started = started + case when :result = 'STARTED' then 1 else 0 end,
              skipped = skipped + case when :result = 'SKIPPED' then 1 else 0 end,
              refused = refused + case when :result = 'REFUSED' then 1 else 0 end
            where id = :id
            """)
        .param("next", Sql.orNull(next))
        .param("due", Sql.at(last.due()))
        .param("at", Sql.at(last.at()))
        .param("result", last.result().name())
        .param("why", Texts.clean(last.why()))
        .param("action", Sql.orNull(action))
        .param("missed", missed)
        .param("id", schedule)
        .update();
  }
}
