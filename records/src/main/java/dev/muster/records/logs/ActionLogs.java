package dev.muster.records.logs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The logs of actions, for whoever reads them, and for who says that they are to be fetched. */
public final class ActionLogs {

  /** So many actions of a run are followed at a time; others are fetched when they end. */
  public static final int FOLLOWED = 64;

  private static final String READ =
      """
      select l.action, l.node, a.step, l.state, l.fetched, l.failures, l.error, l.changed_at
      from action_logs l join actions a on a.id = l.action
      """;

  private final Sql sql;

  public ActionLogs(Sql sql) {
    this.sql = sql;
  }

  /**
   * The logs of these actions are to be fetched, because they ended. Part of the transaction that
   * records so: who dies after it has not forgotten.
   */
  public void want(Collection<ActionId> actions, Instant now) {
    if (actions.isEmpty()) {
      return;
    }
    sql.statement(
            """
            insert into action_logs as l
              (action, cluster, node, run, state, due_at, wanted_at, changed_at)
            select id, cluster, node, run, 'WANTED', :now, :now, clock_timestamp()
            from actions where id = any(:ids) and finished_at is not null and node is not null
            on conflict (action) do update
            set state = 'WANTED', due_at = excluded.due_at, wanted_at = excluded.wanted_at,
              failures = 0, error = null, changed_at = excluded.changed_at
            where l.state <> 'WANTED'
            """)
        .param("ids", ArrayValue.uuids(actions, id -> id))
        .param("now", Sql.at(now))
        .update();
  }

  /** Somebody follows an action: if it executes, its log is fetched meanwhile. */
  public void follow(ActionId action, Collection<String> protocols, Instant until) {
    follow("a.id = :id", action, protocols, until);
  }

  /** Somebody follows a run: the logs of what executes of it are fetched meanwhile. */
  public void follow(RunId run, Collection<String> protocols, Instant until) {
    follow("a.run = :id", run, protocols, until);
  }

  private void follow(String which, Object id, Collection<String> protocols, Instant until) {
    sql.statement(
            """
            insert into action_logs as l (action, cluster, node, run, state, followed_until, changed_at)
            select a.id, a.cluster, a.node, a.run, 'OPEN', :until, clock_timestamp()
            from actions a join nodes n on n.cluster = a.cluster and n.id = a.node
            where %s and a.finished_at is null and a.pushed_at is not null
              and a.executor = 'AGENT' and n.protocol = any(:protocols)
            order by a.state = 'RUNNING' desc, a.created_at, a.id limit :limit
            on conflict (action) do update set followed_until = excluded.followed_until
            where l.followed_until is null or l.followed_until < excluded.followed_until
            """
                .formatted(which))
        .param("id", UUID.fromString(id.toString()))
        .param("protocols", ArrayValue.texts(protocols, name -> name))
        .param("limit", FOLLOWED)
        .param("until", Sql.at(until))
        .update();
    // What has ended and is not cut yet stays so for who reads it.
    sql.statement(
            """
            update action_logs l set followed_until = :until
            where %s and l.state = 'KEPT' and l.due_at is not null
            """
                .formatted(which.replace("a.id", "l.action").replace("a.run", "l.run")))
        .param("id", UUID.fromString(id.toString()))
        .param("until", Sql.at(until))
        .update();
  }

  /** The log of an action; empty if nothing was fetched, nor is to be. */
  public Optional<LogRecord> find(ActionId action) {
    return sql.statement(READ + "where l.action = :action")
        .param("action", action.value())
        .query(Row.mapper(ActionLogs::read))
        .optional();
  }

  /** A place in the order in which a run's logs changed. */
  public record Since(Instant at, Optional<ActionId> action) {

    /** Before all. */
    public static final Since BEGINNING = new Since(Instant.EPOCH, Optional.empty());

    /** Some time earlier, for what was committed later than it says. */
    public Since minus(Duration time) {
      return at.equals(Instant.EPOCH) ? this : new Since(at.minus(time), Optional.empty());
    }
  }

  /** Logs of a run that changed after a place, those first that changed first. */
  public List<LogRecord> changed(RunId run, Since since, int limit) {
    return sql.statement(
            READ
                + """
                where l.run = :run and (l.changed_at > :at
                  or l.changed_at = :at and l.action > coalesce(:action::uuid, l.action))
                order by l.changed_at, l.action limit :limit
                """)
        .param("run", run.value())
        .param("at", Sql.at(since.at()))
        .param("action", Sql.orNull(since.action().map(ActionId::value)))
        .param("limit", limit)
        .query(Row.mapper(ActionLogs::read))
        .list();
  }

  /** Logs of a run that are not complete, and why. */
  public List<LogRecord> incomplete(RunId run, int limit) {
    return sql.statement(
            READ
                + """
                where l.run = :run and l.state in ('OPEN', 'WANTED', 'GIVEN_UP')
                order by l.state <> 'WANTED', l.changed_at, l.action limit :limit
                """)
        .param("run", run.value())
        .param("limit", limit)
        .query(Row.mapper(ActionLogs::read))
        .list();
  }

  /** Some chunks that end after {@code from}, in order; none if there are no more. */
  public List<LogChunk> chunks(ActionId action, long from, int limit) {
    return sql.statement(
            """
            select start, finish, bytes, at from action_log_chunks
            where action = :action and finish > :from
            order by start limit :limit
            """)
        .param("action", action.value())
        .param("from", from)
        .param("limit", limit)
        .query((row, index) -> chunk(row))
        .list();
  }

  private static LogChunk chunk(ResultSet row) throws SQLException {
    long start = row.getLong("start");
    byte[] bytes =
        Deflated.plain(row.getBytes("bytes"), Math.toIntExact(row.getLong("finish") - start));
    return new LogChunk(
        start,
        bytes,
        Optional.ofNullable(row.getObject("at", OffsetDateTime.class))
            .map(OffsetDateTime::toInstant));
  }

  private static LogRecord read(Row row) throws SQLException {
    return new LogRecord(
        new ActionId(row.uuid("action")),
        new NodeId(row.text("node")),
        row.optionalText("step"),
        LogState.valueOf(row.text("state")),
        row.number("fetched"),
        row.integer("failures"),
        row.optionalText("error"),
        row.instant("changed_at"));
  }
}
