package dev.muster.records.sql;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A page of a list that is sorted by something that no index has in order: what fits is read and
 * sorted, up to a bound, and beyond it the list is refused. So it never costs what the history
 * costs.
 */
public final class SortedList {

  /** How many rows are sorted at most. */
  public static final int MOST = 10_000;

  private SortedList() {}

  /** Ids of the page in its order, one more than are shown if there is a next one. */
  private record Placed(UUID id, int fitting) {}

  /**
   * The ids of the page in its order, and of the one after it if there is one.
   *
   * @throws UnsortableException if too many fit
   */
  public static List<UUID> ids(
      Sql sql, Source source, NewestFirst newest, ListOrder order, PageRequest page) {
    Optional<UUID> marker = page.marker().map(text -> newest.marker(sql, text));
    Query query =
        new Query(
            "with fitting as materialized (select %s from %s"
                .formatted(order.columns(source.alias()), source.from()));
    source.conditions().forEach(query::and);
    newest.of(query, MOST + 1, Optional.empty());
    String rest =
        ") select id, (select count(*) from fitting) as fitting from fitting %s order by %s limit %d"
            .formatted(
                marker.map(id -> "where " + order.afterNames("", source.table())).orElse(""),
                order.byNames(""),
                page.fetch());
    marker.ifPresent(id -> query.with("marker", id));
    List<Placed> placed =
        query.within("", rest).list(sql, row -> new Placed(row.uuid("id"), row.integer("fitting")));
    if (placed.stream().anyMatch(row -> row.fitting() > MOST)) {
      throw new UnsortableException(
          ("sort=%s: more than %,d %s fit, too many to sort (expected: filters that leave"
                  + " fewer, such as %s; or a sort that begins with created_at)")
              .formatted(order, MOST, source.table(), source.filters()));
    }
    return placed.stream().map(Placed::id).toList();
  }

  /**
   * What is sorted.
   *
   * @param alias with its point, or empty
   * @param conditions which rows fit
   * @param filters that leave few rows, for people
   */
  public record Source(String table, String alias, List<String> conditions, String filters) {

    public Source {
      conditions = List.copyOf(conditions);
    }

    String from() {
      return alias.isEmpty() ? table : table + " " + alias.replace(".", "");
    }
  }
}
