package dev.muster.records.sql;

import java.util.Optional;

/**
 * Which part of a list.
 *
 * @param limit how many items at most; 1 to 500
 * @param marker the {@code next} of the page before; empty for the first page
 */
public record PageRequest(int limit, Optional<String> marker) {

  public static final int MAX_LIMIT = 500;
  public static final PageRequest FIRST = new PageRequest(50, Optional.empty());

  public PageRequest {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit: %d (expected: 1 to %d)".formatted(limit, MAX_LIMIT));
    }
  }

  /** How many rows to read: one more than shown, to know whether there is a next page. */
  public int fetch() {
    return limit + 1;
  }

  /** What to say of a marker that is not one. */
  public static IllegalArgumentException badMarker(String marker) {
    return new IllegalArgumentException(
        "marker: '%s' (expected: the `next` of the page before)".formatted(marker));
  }
}
