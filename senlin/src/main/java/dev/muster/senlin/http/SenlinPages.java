package dev.muster.senlin.http;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.senlin.http.SenlinQuery.Direction;
import dev.muster.senlin.http.SenlinQuery.SortPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pages of lists that are short enough to be read whole: filtered, sorted and cut as Senlin does.
 */
public final class SenlinPages {

  private SenlinPages() {}

  /**
   * The page.
   *
   * @param all the whole list
   * @param most how many there may be at most; more are refused
   */
  public static ArrayNode of(List<ObjectNode> all, SenlinQuery query, int most) {
    if (all.size() > most) {
      throw ProblemException.badRequest(
          "more than %,d fit, too many to sort; name a filter that leaves fewer".formatted(most));
    }
    List<ObjectNode> fitting = all.stream().filter(one -> fits(one, query)).toList();
    List<ObjectNode> sorted = new ArrayList<>(fitting);
    if (!query.sort().isEmpty()) {
      sorted.sort(order(query.sort()));
    }
    ArrayNode page = WireFormat.JSON.createArrayNode();
    sorted.stream()
        .skip(start(sorted, query))
        .limit(query.limit().orElse(Integer.MAX_VALUE))
        .forEach(page::add);
    return page;
  }

  /** An answer with the page under its name. */
  public static ObjectNode named(String name, ArrayNode page) {
    ObjectNode answer = WireFormat.JSON.createObjectNode();
    answer.set(name, page);
    return answer;
  }

  private static boolean fits(ObjectNode one, SenlinQuery query) {
    return query.filters().entrySet().stream()
        .allMatch(filter ->
            filter.getValue().stream()
                .anyMatch(value -> value.equalsIgnoreCase(text(one.path(filter.getKey())))));
  }

  private static String text(JsonNode value) {
    return value.isString() ? value.asString() : value.toString();
  }

  /** What has no value comes first, and last in descending order; then by id. */
  private static Comparator<ObjectNode> order(List<SortPart> parts) {
    Comparator<ObjectNode> order = Comparator.comparingInt(one -> 0);
    for (SortPart part : parts) {
      Comparator<ObjectNode> next =
          Comparator.comparing(
              one -> Optional.of(one.path(part.key())).filter(value -> !value.isNull()),
              SenlinPages::compare);
      order = order.thenComparing(part.direction() == Direction.ASC ? next : next.reversed());
    }
    return order.thenComparing(one -> text(one.path("id")));
  }

  private static int compare(Optional<JsonNode> one, Optional<JsonNode> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return Boolean.compare(one.isPresent(), other.isPresent());
    }
    return one.get().isNumber() && other.get().isNumber()
        ? Double.compare(one.get().asDouble(), other.get().asDouble())
        : text(one.get()).compareTo(text(other.get()));
  }

  /**
   * Where the page begins. A client that asked for all of it asks once more behind the last one,
   * which may have gone meanwhile: nothing follows then.
   */
  private static int start(List<ObjectNode> sorted, SenlinQuery query) {
    if (query.marker().isEmpty()) {
      return 0;
    }
    String marker = query.marker().get();
    return IntStream.range(0, sorted.size())
        .filter(at -> text(sorted.get(at).path("id")).equals(marker))
        .map(at -> at + 1)
        .findFirst()
        .orElseGet(() -> {
          if (query.limit().isPresent()) {
            throw ProblemException.badRequest(
                "the marker %s is not in this list, or not any more; begin again without it"
                    .formatted(marker));
          }
          return sorted.size();
        });
  }
}
