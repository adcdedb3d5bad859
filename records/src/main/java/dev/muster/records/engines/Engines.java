package dev.muster.records.engines;

import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Which engine moves the runs. Claims of many processes take turns; the last one holds. */
public final class Engines {

  private static final String COLUMNS = "identity, description, generation, claimed_at, claimed_by";

  private final Sql sql;

  public Engines(Sql sql) {
    this.sql = sql;
  }

  /** Empty before the first claim. */
  public Optional<EngineRecord> current() {
    return sql.statement("select %s from engine".formatted(COLUMNS))
        .query(Row.mapper(Engines::read))
        .optional();
  }

  /**
   * Whether the engine is the one that moves the runs; if so, it stays that until the transaction
   * ends that this is part of.
   */
  public boolean hold(String identity) {
    return !sql.statement("select 1 from engine where identity = :identity for share")
        .param("identity", identity)
        .query(Integer.class)
        .list()
        .isEmpty();
  }

  /**
   * Makes the engine the one that moves the runs. Key: its identity; claiming again what is claimed
   * changes nothing.
   *
   * @return the engine as it is recorded now
   */
  public EngineRecord claim(NewEngine engine) {
    return sql.transaction(() ->
        bound(
                """
                insert into engine (identity, description, generation, claimed_at, claimed_by)
                values (:identity, :description, 1, :at, :by)
                on conflict (singleton) do update
                set identity = excluded.identity, description = excluded.description,
                  generation = engine.generation + 1, claimed_at = excluded.claimed_at,
                  claimed_by = excluded.claimed_by
                where engine.identity <> excluded.identity
                returning %s
                """,
                engine)
            .query(Row.mapper(Engines::read))
            .optional()
            .or(this::current)
            .orElseThrow());
  }

  /**
   * Puts {@code engine} in the place of the one that it follows at the same address, such as an
   * embedded engine that was replaced; nothing happens if that one no longer moves the runs.
   *
   * @return the engine as it is recorded now
   */
  public Optional<EngineRecord> succeed(String before, NewEngine engine) {
    return sql.transaction(() ->
        bound(
                """
                update engine
                set identity = :identity, description = :description,
                  generation = generation + 1, claimed_at = :at, claimed_by = :by
                where identity = :before
                returning %s
                """,
                engine)
            .param("before", before)
            .query(Row.mapper(Engines::read))
            .optional()
            .or(this::current));
  }

  private StatementSpec bound(String statement, NewEngine engine) {
    return sql.statement(statement.formatted(COLUMNS))
        .param("identity", engine.identity())
        .param("description", engine.description())
        .param("at", Sql.at(engine.at()))
        .param("by", engine.by());
  }

  private static EngineRecord read(Row row) throws SQLException {
    return new EngineRecord(
        row.text("identity"),
        row.text("description"),
        row.number("generation"),
        row.instant("claimed_at"),
        row.text("claimed_by"));
  }
}
