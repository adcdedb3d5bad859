package dev.muster.records.logs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.log.LogBounds;
import dev.muster.domain.log.LogBounds.Span;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What the loop that fetches logs reads and writes. Every step can be done again. */
public final class LogFetching {

  private static final String WITH_NODE =
      """
      select l.action, l.cluster, l.node, l.fetched, l.wanted_at, l.failures,
        n.agent_address, n.protocol
      from action_logs l left join nodes n on n.cluster = l.cluster and n.id = l.node
      """;

  private final Sql sql;

  public LogFetching(Sql sql) {
    this.sql = sql;
  }

  /**
   * A log to fetch.
   *
   * @param agent its address and protocol; empty if the node was removed
   */
  public record Due(
      ActionId action,
      ClusterName cluster,
      NodeId node,
      Optional<Agent> agent,
      long fetched,
      Instant wanted,
      int failures) {}

  /** How to reach an agent. */
  public record Agent(String address, String protocol) {}

  /** Of actions that ended, to be fetched now; those first that were so first. */
  public List<Due> due(Instant now, int limit) {
    return sql.statement(
            WITH_NODE
                + """
                where l.due_at <= :now and l.state = 'WANTED'
                order by l.due_at, l.action limit :limit
                """)
        .param("now", Sql.at(now))
        .param("limit", limit)
        .query(Row.mapper(LogFetching::read))
        .list();
  }

  /** Of actions that execute, while somebody follows. */
  public List<Due> followed(Instant now, int limit) {
    return sql.statement(
            WITH_NODE
                + """
                where l.state = 'OPEN' and l.followed_until > :now
                order by l.followed_until desc, l.action limit :limit
                """)
        .param("now", Sql.at(now))
        .param("limit", limit)
        .query(Row.mapper(LogFetching::read))
        .list();
  }

  /** Actions that were followed may have ended without anybody saying that they printed. */
  public int wantEnded(Instant now) {
    return sql.statement(
            """
            update action_logs l
            set state = 'WANTED', due_at = :now, wanted_at = :now, changed_at = clock_timestamp()
            from actions a
            where l.state = 'OPEN' and a.id = l.action and a.finished_at is not null
            """)
        .param("now", Sql.at(now))
        .update();
  }

  /**
   * Keeps what was fetched, and drops what is too much.
   *
   * @return whether it was the next piece of a log that is there
   */
  public boolean append(FetchedLog piece, LogBounds bounds) {
    return sql.transaction(() -> {
      if (piece.at().isPresent()) {
        // Lost with PostgreSQL's last moment, it is fetched again: the agent still has it.
        sql.statement("set local synchronous_commit = off").update();
      }
      boolean isNext =
          sql.statement(
                      """
                      update action_logs set fetched = :next, changed_at = clock_timestamp(),
                        failures = 0, error = null
                      where action = :action and fetched = :from and state in ('OPEN', 'WANTED')
                      """)
                  .param("action", piece.action().value())
                  .param("from", piece.from())
                  .param("next", piece.next())
                  .update()
              == 1;
      if (isNext && piece.bytes().length > 0) {
        insert(piece, bounds);
        drop(piece.action(), bounds, piece.next());
      }
      return isNext;
    });
  }

  private void insert(FetchedLog piece, LogBounds bounds) {
    long end = piece.start() + piece.bytes().length;
    for (Span span : bounds.chunks(new Span(piece.start(), end))) {
      int from = Math.toIntExact(span.start() - piece.start());
      sql.statement(
              """
              insert into action_log_chunks (action, start, finish, bytes, at)
              values (:action, :start, :finish, :bytes, :at::timestamptz)
              """)
          .param("action", piece.action().value())
          .param("start", span.start())
          .param("finish", span.end())
          .param("bytes", Deflated.of(piece.bytes(), from, from + span.length()))
          .param("at", Sql.orNull(piece.at()))
          .update();
    }
  }

  private void drop(ActionId action, LogBounds bounds, long end) {
    sql.statement(
            """
            delete from action_log_chunks
            where action = :action and start >= :head and finish <= :gone
            """)
        .param("action", action.value())
        .param("head", bounds.head())
        .param("gone", bounds.goneUpTo(end))
        .update();
  }

  /**
   * All was fetched.
   *
   * @param cut when to cut it to what is kept; the log may be longer for who still reads it
   */
  public void complete(ActionId action, Instant cut) {
    sql.statement(
            """
            update action_logs l set state = 'KEPT', due_at = :cut, changed_at = clock_timestamp(),
              kept = (select coalesce(sum(finish - start), 0) from action_log_chunks c
                where c.action = l.action)
            where action = :action and state in ('OPEN', 'WANTED')
            """)
        .param("action", action.value())
        .param("cut", Sql.at(cut))
        .update();
  }

  /** Complete logs that nobody reads any more, to be cut to what is kept. */
  public List<ActionId> toCut(Instant now, int limit) {
    return sql.statement(
            """
            select action from action_logs
            where due_at <= :now and state = 'KEPT'
              and (followed_until is null or followed_until < :now)
            order by due_at limit :limit
            """)
        .param("now", Sql.at(now))
        .param("limit", limit)
        .query(Row.mapper(row -> new ActionId(row.uuid("action"))))
        .list();
  }

  /** Cuts a complete log to what is kept. */
  public void cut(ActionId action, LogBounds bounds) {
    sql.transaction(() -> {
      Optional<Long> end =
          sql.statement(
                  "select fetched from action_logs where action = :action and state = 'KEPT' for update")
              .param("action", action.value())
              .query(Row.mapper(row -> row.number("fetched")))
              .optional();
      end.ifPresent(bytes -> {
        drop(action, bounds, bytes);
        sql.statement(
                """
                update action_logs l set due_at = null,
                  kept = (select coalesce(sum(finish - start), 0) from action_log_chunks c
                    where c.action = l.action)
                where action = :action
                """)
            .param("action", action.value())
            .update();
      });
      return end.isPresent();
    });
  }

  /** Asks later again for logs of a node. */
  public void postpone(Collection<ActionId> actions, Instant until, String why) {
    sql.statement(
            """
            update action_logs set due_at = :until, failures = failures + 1, error = :why,
              changed_at = clock_timestamp()
            where action = any(:actions) and state = 'WANTED'
            """)
        .param("actions", ArrayValue.uuids(actions, id -> id))
        .param("until", Sql.at(until))
        .param("why", Texts.clean(why))
        .update();
  }

  /** Asks no more. */
  public void giveUp(Collection<ActionId> actions, String why) {
    sql.statement(
            """
            update action_logs l set state = 'GIVEN_UP', due_at = null, error = :why,
              changed_at = clock_timestamp(),
              kept = (select coalesce(sum(finish - start), 0) from action_log_chunks c
                where c.action = l.action)
            where action = any(:actions) and state = 'WANTED'
            """)
        .param("actions", ArrayValue.uuids(actions, id -> id))
        .param("why", Texts.clean(why))
        .update();
  }

  /** Whether somebody still follows an action that executes. */
  public boolean isFollowed(ActionId action, Instant now) {
    return sql.statement(
            """
            select 1 as one from action_logs
            where action = :action and state = 'OPEN' and followed_until > :now
            """)
        .param("action", action.value())
        .param("now", Sql.at(now))
        .query(Row.mapper(row -> row.integer("one")))
        .optional()
        .isPresent();
  }

  private static Due read(Row row) throws SQLException {
    Optional<String> address = row.optionalText("agent_address");
    Optional<String> protocol = row.optionalText("protocol");
    UUID action = row.uuid("action");
    return new Due(
        new ActionId(action),
        new ClusterName(row.text("cluster")),
        new NodeId(row.text("node")),
        address.flatMap(to -> protocol.map(by -> new Agent(to, by))),
        row.number("fetched"),
        row.optionalInstant("wanted_at").orElse(Instant.EPOCH),
        row.integer("failures"));
  }
}
