package dev.muster.records.audit;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Seen;
import dev.muster.records.sql.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Who asked for what. Entries are never changed. */
public final class Audit {

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private final Sql sql;

  public Audit(Sql sql) {
    this.sql = sql;
  }

  public void insert(NewAuditEntry entry) {
    insert(List.of(entry));
  }

  /** In one statement. */
  public void insert(List<NewAuditEntry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    sql.statement(
            """
            insert into audit (at, actor, what, cluster, run, action, detail)
            select at, actor, what, cluster, run, action, detail
            from unnest(:ats, :actors, :whats, :clusters, :runs, :actions, :details)
              with ordinality as e (at, actor, what, cluster, run, action, detail, place)
            order by place
            """)
        .param("ats", ArrayValue.instants(entries, NewAuditEntry::at))
        .param("actors", ArrayValue.texts(entries, NewAuditEntry::actor))
        .param("whats", ArrayValue.texts(entries, NewAuditEntry::what))
        .param("clusters", ArrayValue.optionalTexts(entries, NewAuditEntry::cluster))
        .param("runs", ArrayValue.optionalUuids(entries, NewAuditEntry::run))
        .param("actions", ArrayValue.optionalUuids(entries, NewAuditEntry::action))
        .param("details", ArrayValue.jsons(entries, NewAuditEntry::detail))
        .update();
  }

  /** Newest first; the marker is the last number of the page before. */
  public Page<AuditEntry> list(AuditFilter filter, PageRequest page) {
    // Planned once where everything may be seen, as dev.muster.records.sql.NewestFirst says.
    Optional<String> leads = filter.sight().isAll() ? leading(filter) : Optional.empty();
    Query query =
        new Query("select seq, at, actor, what, cluster, run, action, detail from audit")
            .and("cluster like any(:sight)", "sight", Seen.by(filter.sight()))
            .and(is("run", "uuid", leads), "run", filter.run().map(RunId::value))
            .and(is("action", "uuid", leads), "action", filter.action().map(ActionId::value))
            .and(is("cluster", "text", leads), "cluster", filter.cluster())
            .and("seq < :marker", "marker", page.marker().map(Audit::number));
    if (filter.sight().isAll()) {
      query.then(
          "order by %sseq desc limit %d"
              .formatted(leads.map(column -> column + " desc, ").orElse(""), page.fetch()));
    } else {
      query.with("limit", page.fetch()).then("order by seq desc limit :limit");
    }
    List<AuditEntry> rows = query.list(sql, Audit::read);
    return Page.of(rows, page, AuditEntry::seq);
  }

  /** The column with the fewest entries of a value: its index gives them in their order. */
  private static Optional<String> leading(AuditFilter filter) {
    return filter
        .action()
        .map(any -> "action")
        .or(() -> filter.run().map(any -> "run"))
        .or(() -> filter.cluster().map(any -> "cluster"));
  }

  /** By {@code any}, the column is not left out of the order. */
  private static String is(String column, String type, Optional<String> leads) {
    return leads.equals(Optional.of(column))
        ? "%s = any(array[:%s::%s])".formatted(column, column, type)
        : "%s = :%s".formatted(column, column);
  }

  static long number(String marker) {
    if (!NUMBER.matcher(marker).matches()) {
      throw PageRequest.badMarker(marker);
    }
    return Long.parseLong(marker);
  }

  static AuditEntry read(Row row) throws SQLException {
    return new AuditEntry(
        row.number("seq"),
        new NewAuditEntry(
            row.instant("at"),
            row.text("actor"),
            row.text("what"),
            row.optionalText("cluster").map(ClusterName::new),
            row.optionalUuid("run").map(RunId::new),
            row.optionalUuid("action").map(ActionId::new),
            row.textMap("detail")));
  }
}
