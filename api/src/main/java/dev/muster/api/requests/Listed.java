package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.ListOrder.SortKey;
import java.util.List;
import java.util.Optional;

/** What a list was asked for: values of its filters, and its order. */
public final class Listed {

  /** Of one filter; each costs a page as much as a list of its own. */
  public static final int VALUES = 20;

  private Listed() {}

  /** The values of a filter; none if it is not there. */
  public static <T> List<T> values(String name, Optional<List<T>> given) {
    List<T> values = given.orElse(List.of());
    if (values.size() > VALUES) {
      throw ProblemException.badRequest(
          "%s: %d values (expected: at most %d)".formatted(name, values.size(), VALUES));
    }
    if (values.stream().anyMatch(value -> value.toString().isBlank())) {
      throw ProblemException.badRequest(
          "%s: empty between commas (expected: a value on each side)".formatted(name));
    }
    return values.stream().distinct().toList();
  }

  /** The order that was asked for, or newest first. */
  public static ListOrder order(Optional<String> sort, List<SortKey> known) {
    return ProblemException.fitting(() -> ListOrder.of(sort, known));
  }
}
