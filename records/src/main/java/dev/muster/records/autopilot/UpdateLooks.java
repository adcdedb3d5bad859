package dev.muster.records.autopilot;

import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** When update configurations look at their update servers, and what came of it. */
public final class UpdateLooks {

  private static final int MOST = 500;

  private final Sql sql;

  UpdateLooks(Sql sql) {
    this.sql = sql;
  }

  /**
   * What became of a look.
   *
   * @param result a word, such as {@code STARTED} or {@code NOTHING}
   */
  public record Last(Instant at, String result, String why) {}

  /**
   * How far a configuration is.
   *
   * @param next empty if it does not look by itself
   * @param plan name of the last plan that it made
   */
  public record Standing(Optional<Instant> next, Optional<Last> last, Optional<String> plan) {

    static final Standing NONE = new Standing(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Those that are to look now, the longest due first. */
  public List<ObjectKey> due(Instant now) {
    return sql.statement(
            """
            select o.cluster, o.kind, o.name
            from autopilot_looks l join autopilot_objects o on o.uid = l.config
            where l.next_at <= :now order by l.next_at, o.uid limit %d
            """
                .formatted(MOST))
        .param("now", Sql.at(now))
        .query(Row.mapper(ObjectRows::key))
        .list();
  }

  public Standing of(UUID config) {
    return standing(config, "");
  }

  /**
   * How far it is, which nobody else changes until the transaction ends; empty too if somebody else
   * has it in hand.
   */
  public Optional<Standing> locked(UUID config) {
    return rows(config, "for update skip locked").stream().findFirst();
  }

  /** Who made the configuration: plans are made in that name. */
  String author(UUID config) {
    return sql.statement("select created_by from autopilot_objects where uid = :config")
        .param("config", config)
        .query(String.class)
        .single();
  }

  private Standing standing(UUID config, String how) {
    return rows(config, how).stream().findFirst().orElse(Standing.NONE);
  }

  private List<Standing> rows(UUID config, String how) {
    return sql.statement("select * from autopilot_looks where config = :config " + how)
        .param("config", config)
        .query(Row.mapper(UpdateLooks::read))
        .list();
  }

  /** Sets when it looks next; what became of looks before stays. */
  public void plan(UUID config, Optional<Instant> next) {
    sql.statement(
            """
            insert into autopilot_looks (config, next_at) values (:config, :next)
            on conflict (config) do update set next_at = excluded.next_at
            """)
        .param("config", config)
        .param("next", Sql.orNull(next))
        .update();
  }

  /** Keeps what became of a look, unless the configuration is gone. */
  public void keep(UUID config, Standing standing) {
    StatementSpec statement =
        sql.statement(
                """
                update autopilot_looks
                set next_at = :next, last_at = :at, last_result = :result, last_why = :why,
                  last_plan = coalesce(:plan, last_plan)
                where config = :config
                """)
            .param("next", Sql.orNull(standing.next()))
            .param("plan", Sql.orNull(standing.plan()))
            .param("config", config);
    Optional<Last> last = standing.last();
    statement
        .param("at", Sql.orNull(last.map(Last::at)))
        .param("result", Sql.orNull(last.map(Last::result)))
        .param("why", Sql.orNull(last.map(Last::why).map(Texts::clean)))
        .update();
  }

  private static Standing read(Row row) throws SQLException {
    Optional<Instant> at = row.optionalInstant("last_at");
    return new Standing(
        row.optionalInstant("next_at"),
        at.isEmpty()
            ? Optional.empty()
            : Optional.of(new Last(at.get(), row.text("last_result"), row.text("last_why"))),
        row.optionalText("last_plan"));
  }
}
