package dev.muster.records.sql;

import dev.muster.domain.identity.Sight;
import dev.muster.records.sql.ListOrder.Direction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The order and the page of a list of history along the time, newest first unless it is asked for
 * otherwise, so that a page costs the same however long the history is. For one use by one thread.
 *
 * <p>PostgreSQL plans a statement once for all values, or again for each call when it expects that
 * a look at them finds a cheaper way. Such a plan takes as long as reading the page. So it is made
 * once where the values do not change which way is best: when an index begins with the columns that
 * are asked for, or has few rows. The limit then stands in the text, for a parameter counts as a
 * tenth of the table. And the first column leads the order, compared by {@code any} because an
 * equal one would be left out of it: so no other index gives that order. Of other columns the
 * rarest value decides, which only a look at them tells.
 *
 * <p>Where several values of an indexed column are asked for, no index has their rows in one order.
 * So as many rows as the page has are read of each, and the page is made of these.
 */
public final class NewestFirst {

  private final String table;
  private final String alias;
  private final Set<List<String>> indexes;
  private final List<Asked> asked = new ArrayList<>();
  private Optional<ArrayValue> sight = Optional.empty();
  private ListOrder order = ListOrder.NEWEST;
  private boolean few;

  /** Any of these values; at least one. */
  private record Asked(String name, String column, List<?> values) {

    /** PostgreSQL refuses other texts; {@link ArrayValue} would clean them. */
    boolean canBeStored() {
      return values.stream().noneMatch(value -> value.toString().indexOf('\0') >= 0);
    }

    String at(String alias) {
      return column.formatted(alias);
    }

    ArrayValue array() {
      return values.getFirst() instanceof UUID
          ? ArrayValue.uuids(values, value -> value)
          : ArrayValue.texts(values, value -> value);
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
    return by(column, value.stream().toList());
  }

  /** Only rows with one of these values, if there are any. */
  public NewestFirst by(String column, Collection<?> values) {
    return by(column, "%s" + column, values);
  }

  /**
   * Only rows with one of these values, if there are any.
   *
   * @param column what has the value, with {@code %s} in place of the alias
   */
  public NewestFirst by(String name, String column, Collection<?> values) {
    if (!values.isEmpty()) {
      asked.add(new Asked(name, column, List.copyOf(values)));
    }
    return this;
  }

  /** Only rows of clusters that somebody may read. */
  public NewestFirst seenBy(Sight who) {
    sight = Seen.by(who);
    return this;
  }

  /** In another order, which goes along the time of creation too. */
  public NewestFirst ordered(ListOrder wanted) {
    order = wanted;
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
   * The row that a page begins behind.
   *
   * @throws IllegalArgumentException unless it is there, may be seen, and has the values that are
   *     asked for
   */
  public UUID marker(Sql sql, String text) {
    UUID id = uuid(text);
    Query query =
        new Query("select %sid from %s %s".formatted(alias, table, alias.replace(".", "")))
            .and(alias + "id = :marker")
            .with("marker", id);
    seen(query);
    asked.forEach(one -> any(query, one));
    if (query.list(sql, row -> row.uuid("id")).isEmpty()) {
      throw PageRequest.badMarker(text);
    }
    return id;
  }

  private static UUID uuid(String text) {
    try {
      UUID id = UUID.fromString(text);
      if (id.toString().equalsIgnoreCase(text)) {
        return id;
      }
    } catch (IllegalArgumentException e) {
      throw PageRequest.badMarker(text);
    }
    throw PageRequest.badMarker(text);
  }

  /**
   * Adds conditions, order and limit.
   *
   * @param marker the last row of the page before
   */
  public Query of(Query query, PageRequest page, Optional<UUID> marker) {
    return of(query, page.fetch(), marker);
  }

  Query of(Query query, int rows, Optional<UUID> marker) {
    seen(query);
    query.and(order.after(alias, table), "marker", marker);
    if (!isPlannedOnce()) {
      return plannedEachTime(query, rows);
    }
    return !few && asked.stream().anyMatch(one -> one.values().size() > 1)
        ? inLanes(query, rows)
        : plannedOnce(query, rows);
  }

  /** Whether the rows are few, or are found by an index alone. */
  public boolean isIndexed() {
    return few || asked.stream().anyMatch(one -> indexes.contains(List.of(one.name())));
  }

  private boolean isPlannedOnce() {
    return sight.isEmpty()
        && asked.stream().allMatch(Asked::canBeStored)
        && (few || asked.isEmpty() || indexes.contains(asked.stream().map(Asked::name).toList()));
  }

  private Query plannedOnce(Query query, int rows) {
    boolean leads = !few && !asked.isEmpty();
    asked.stream().limit(leads ? 1 : 0).forEach(first -> any(query, first));
    asked.stream().skip(leads ? 1 : 0).forEach(one -> equal(query, one));
    return query.then(
        "order by %s%s limit %d".formatted(leads ? lead() : "", order.by(alias), rows));
  }

  private String lead() {
    return asked.getFirst().at(alias) + (backwards() ? " desc" : "") + ", ";
  }

  /** An index that begins with a column is read backwards as a whole. */
  private boolean backwards() {
    return order.first() == Direction.ASC;
  }

  private Query plannedEachTime(Query query, int rows) {
    asked.forEach(one -> equal(query, one));
    return query.with("limit", rows).then("order by " + order.by(alias) + " limit :limit");
  }

  /** A lane is each combination of values. */
  private Query inLanes(Query query, int rows) {
    String named = alias.isEmpty() ? "of_" + table : alias.replace(".", "");
    String lanes =
        asked.stream()
            .map(one -> "unnest(:%1$s) as lane_%1$s (lane_of_%1$s)".formatted(one.name()))
            .collect(Collectors.joining(" cross join "));
    for (Asked one : asked) {
      String lane = "lane_of_" + one.name();
      String compared = one.equals(asked.getFirst()) ? "any(array[" + lane + "])" : lane;
      query.and(one.at(alias) + " = " + compared).with(one.name(), one.array());
    }
    String end = "%s limit %d".formatted(order.by(alias), rows);
    return query
        .whole(conditions ->
            """
            %1$sid = any(array(
              select %1$sid from %2$s cross join lateral (
                select * from %3$s %4$s where %5$s
                order by %6$s%7$s) %4$s
              order by %7$s))\
            """
                .formatted(alias, lanes, table, named, conditions, lead(), end))
        .then("order by " + end);
  }

  private void seen(Query query) {
    query.and(alias + "cluster like any(:sight)", "sight", sight);
  }

  private void any(Query query, Asked one) {
    query.and("%s = any(:%s)".formatted(one.at(alias), one.name())).with(one.name(), one.array());
  }

  private void equal(Query query, Asked one) {
    if (one.values().size() > 1) {
      any(query, one);
    } else {
      query.and(
          "%s = :%s".formatted(one.at(alias), one.name()),
          one.name(),
          Optional.of(one.values().getFirst()));
    }
  }
}
