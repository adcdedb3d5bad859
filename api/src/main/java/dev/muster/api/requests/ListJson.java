package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.UnsortableException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a list as callers get it.
 *
 * @param next pass it as {@code marker} to get the following part; absent on the last one
 */
public record ListJson<T>(List<T> items, Optional<String> next) {

  /** What a controller asks the records for. */
  @FunctionalInterface
  public interface Query<R> {
    Page<R> run(PageRequest page);
  }

  /** Runs a query for the page that was asked for, and shows each record. */
  public static <R, T> ListJson<T> of(
      int limit, Optional<String> marker, Query<R> query, Function<R, T> show) {
    if (marker.isPresent() && marker.get().isBlank()) {
      throw ProblemException.badRequest(String.valueOf(PageRequest.badMarker("").getMessage()));
    }
    try {
      Page<R> page = query.run(new PageRequest(limit, marker));
      return new ListJson<>(page.items().stream().map(show).toList(), page.next());
    } catch (UnsortableException e) {
      throw new ProblemException(ProblemType.CANNOT_SORT, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw ProblemException.badRequest(String.valueOf(e.getMessage()));
    }
  }
}
