package dev.muster.records.sql;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a list.
 *
 * @param next what to ask the following page with; empty on the last page
 */
public record Page<T>(List<T> items, Optional<String> next) {

  public Page {
    items = List.copyOf(items);
  }

  /**
   * A page of rows that were read with {@link PageRequest#fetch}.
   *
   * @param marker what identifies an item
   */
  public static <T> Page<T> of(List<T> rows, PageRequest request, Function<T, ?> marker) {
    if (rows.size() <= request.limit()) {
      return new Page<>(rows, Optional.empty());
    }
    List<T> items = rows.subList(0, request.limit());
    return new Page<>(items, Optional.of(marker.apply(items.getLast()).toString()));
  }

  public <R> Page<R> map(Function<T, R> function) {
    return new Page<>(items.stream().map(function).toList(), next);
  }
}
