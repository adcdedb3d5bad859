package dev.muster.records.sql;

import dev.muster.domain.identity.Sight;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The order and the page of a list of history, newest first, so that a page costs the same however
 * long the history is. For one use by one thread.
 *
 * <p>PostgreSQL plans a statement once for all values, or again for each call when it expects that
 * a look at them finds a cheaper way. Such a plan takes as long as reading the page. So it is made
 * once where the values do not change which way is best: when an index begins with the columns that
 * are asked for, or has few rows. The limit then stands in the text, for a parameter counts as a
 * tenth of the table. And the first column leads the order, compared by {@code any} because an
 * equal one would be left out of it: so no other index gives that order. Of other columns the
 * rarest value decides, which only a look at them tells.
 */
public final class NewestFirst {

  private final String table;
  private final String alias;
  private final Set<List<String>> indexes;
  private final List<Asked> asked = new ArrayList<>();
  private Optional<ArrayValue> sight = Optional.empty();
  private boolean few;

  private record Asked(String column, Object value) {

    /** PostgreSQL refuses other texts; {@link ArrayValue} would clean them. */
    boolean canBeStored() {
      return value.toString().indexOf('\0') < 0;
    }
  }

  /**
   * @param table with {@code id} and {@code created_at}
   * @param alias what stands before a column, such as {@code a.}
   * @param indexes the columns that are followed by {@code created_at desc, id} in an index
   */
  public NewestFirst(String table, String alias, Set<List<String>> indexes) {
    this.table = table;
    this.alias = alias;
    this.indexes = indexes;
  }

  /** Only rows with this value, if there is one. */
  public NewestFirst by(String column, Optional<?> value) {
    value.ifPresent(present -> asked.add(new Asked(column, present)));
    return this;
  }

  /** Only rows of clusters that somebody may read. */
  public NewestFirst seenBy(Sight who) {
    sight = Seen.by(who);
    return this;
  }

  /** The query's conditions leave few rows, and an index has only these: no column has to lead. */
  public NewestFirst amongFew() {
    few = true;
    return this;
  }

  /**
   * A condition that names its values in the text: how rare they are is known when it is planned.
   */
  public static <T extends Comparable<T>> String anyOf(
      String column, Collection<T> values, Function<T, String> word) {
    return values.stream()
        .sorted()
        .map(word)
        .map("'%s'"::formatted)
        .collect(Collectors.joining(", ", column + " in (", ")"));
  }

  /**
   * Adds conditions, order and limit.
   *
   * @param marker the last row of the page before
   */
  public Query of(Query query, PageRequest page, Optional<UUID> marker) {
    query
        .and(alias + "cluster like any(:sight)", "sight", sight)
        .and(
            """
            (%1$screated_at <= (select created_at from %2$s where id = :marker)
              and (%1$screated_at < (select created_at from %2$s where id = :marker)
                or %1$sid > :marker))\
            """
                .formatted(alias, table),
            "marker",
            marker);
    return isPlannedOnce() ? plannedOnce(query, page) : plannedEachTime(query, page);
  }

  private boolean isPlannedOnce() {
    return sight.isEmpty()
        && asked.stream().allMatch(Asked::canBeStored)
        && (few || asked.isEmpty() || indexes.contains(asked.stream().map(Asked::column).toList()));
  }

  private Query plannedOnce(Query query, PageRequest page) {
    boolean leads = !few && !asked.isEmpty();
    asked.stream().limit(leads ? 1 : 0).forEach(first -> leading(query, first));
    asked.stream().skip(leads ? 1 : 0).forEach(one -> equal(query, one));
    String first = leads ? alias + asked.getFirst().column() + ", " : "";
    return query.then("order by %s%s limit %d".formatted(first, order(), page.fetch()));
  }

  private Query plannedEachTime(Query query, PageRequest page) {
    asked.forEach(one -> equal(query, one));
    return query.with("limit", page.fetch()).then("order by " + order() + " limit :limit");
  }

  private void leading(Query query, Asked first) {
    query
        .and("%1$s%2$s = any(:%2$s)".formatted(alias, first.column()))
        .with(first.column(), ArrayValue.texts(List.of(first.value()), value -> value));
  }

  private void equal(Query query, Asked one) {
    query.and(
        "%1$s%2$s = :%2$s".formatted(alias, one.column()), one.column(), Optional.of(one.value()));
  }

  private String order() {
    return "%1$screated_at desc, %1$sid".formatted(alias);
  }
}
