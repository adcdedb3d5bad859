package dev.muster.records.retention;

import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How much history there is, and what was last removed of it. */
public final class HistoryStatus {

  /** A smaller table is counted: its statistics may not have been made yet. */
  private static final int COUNTED_BYTES = 4 << 20;

  /** How the oldest row is found, by an index or in a table that is small. */
  private static final Map<String, String> OLDEST =
      new TreeMap<>(
          Map.of(
              "runs", "select min(created_at) from runs",
              "actions", "select min(created_at) from actions",
              "action_transitions", "select at from action_transitions order by seq limit 1",
              "action_log_chunks", "select null::timestamptz",
              "audit", "select at from audit order by seq limit 1",
              "cycle_reports", "select min(started_at) from cycle_reports"));

  private final Sql sql;

  public HistoryStatus(Sql sql) {
    this.sql = sql;
  }

  /** By name. */
  public List<TableSize> tables() {
    return OLDEST.entrySet().stream().map(one -> size(one.getKey(), one.getValue())).toList();
  }

  private TableSize size(String table, String oldest) {
    return sql.statement(
            """
            select pg_total_relation_size(c.oid) as bytes, (%2$s) as oldest,
              case when c.reltuples < 0 or pg_relation_size(c.oid) < %3$d
                then (select count(*) from %1$s) else c.reltuples::bigint end as rows
            from pg_class c where c.oid = '%1$s'::regclass
            """
                .formatted(table, oldest, COUNTED_BYTES))
        .query(
            Row.mapper(row ->
                new TableSize(
                    table, row.number("rows"), row.number("bytes"), row.optionalInstant("oldest"))))
        .single();
  }

  /** Empty before the first look. */
  public Optional<RemovalState> removal() {
    return sql.statement("select * from history_removal")
        .query(Row.mapper(HistoryStatus::read))
        .optional();
  }

  /** Who looks for something to remove. */
  public record Looking(String worker, Optional<String> export, Instant at) {}

  /**
   * Notes a look, and what came of it.
   *
   * @param now what was removed since it was last noted
   * @param pass what this pass has removed so far
   * @param halted why nothing, or not all, can be removed
   */
  public void looked(Looking look, Removed now, Removed pass, Optional<String> halted) {
    sql.statement(
            """
            insert into history_removal as h (looked_at, worker, export, removed_at, runs, actions,
              audit, runs_in_all, actions_in_all, audit_in_all, halted, halted_since)
            values (:at, :worker, :export::text, case when :any then :at::timestamptz end,
              :runs, :actions, :audit, :runsNow, :actionsNow, :auditNow, :halted::text,
              case when :halted::text is not null then :at::timestamptz end)
            on conflict (singleton) do update
            set looked_at = excluded.looked_at, worker = excluded.worker,
              export = excluded.export,
              removed_at = coalesce(excluded.removed_at, h.removed_at),
              runs = case when :any then :runs else h.runs end,
              actions = case when :any then :actions else h.actions end,
              audit = case when :any then :audit else h.audit end,
              runs_in_all = h.runs_in_all + :runsNow,
              actions_in_all = h.actions_in_all + :actionsNow,
              audit_in_all = h.audit_in_all + :auditNow,
              halted = excluded.halted,
              halted_since = case when excluded.halted is not null
                then coalesce(h.halted_since, excluded.halted_since) end
            """)
        .param("at", Sql.at(look.at()))
        .param("worker", Texts.clean(look.worker()))
        .param("export", Sql.orNull(look.export()))
        .param("any", !pass.isNothing())
        .param("runs", pass.runs())
        .param("actions", pass.actions())
        .param("audit", pass.audit())
        .param("runsNow", now.runs())
        .param("actionsNow", now.actions())
        .param("auditNow", now.audit())
        .param("halted", Sql.orNull(halted.map(Texts::clean)))
        .update();
  }

  private static RemovalState read(Row row) throws SQLException {
    Optional<String> halted = row.optionalText("halted");
    Optional<Instant> since = row.optionalInstant("halted_since");
    return new RemovalState(
        row.instant("looked_at"),
        row.text("worker"),
        row.optionalText("export"),
        row.optionalInstant("removed_at"),
        new Removed(row.number("runs"), row.number("actions"), row.number("audit")),
        new Removed(
            row.number("runs_in_all"), row.number("actions_in_all"), row.number("audit_in_all")),
        halted.flatMap(why -> since.map(at -> new RemovalState.Halted(why, at))));
  }
}
