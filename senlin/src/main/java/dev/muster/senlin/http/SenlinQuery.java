package dev.muster.senlin.http;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.identity.Sight;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What a list was asked for: filters, order, and which part. As strict as Senlin.
 *
 * @param filters values of each filter, one of which must fit
 * @param sort keys in their order; none if it was not said
 * @param limit the page's size; as large as can be if it was not said
 */
public record SenlinQuery(
    Map<String, List<String>> filters,
    List<SortPart> sort,
    Optional<Integer> limit,
    Optional<String> marker) {

  /** What a list can be asked for. */
  public record Terms(Set<String> filters, Set<String> keys, Markers markers) {}

  /** What markers look like. */
  public enum Markers {
    UUIDS,
    NUMBERS
  }

  /** One key of an order. */
  public record SortPart(String key, Direction direction) {}

  /** Which way. */
  public enum Direction {
    ASC,
    DESC
  }

  /** Reads it, or ends the request. */
  public static SenlinQuery of(HttpServletRequest request, Terms terms, Sight sight) {
    Map<String, List<String>> filters = new LinkedHashMap<>();
    Map<String, String> once = new LinkedHashMap<>();
    request
        .getParameterMap()
        .forEach((name, values) -> {
          if (terms.filters().contains(name)) {
            filters.put(name, List.of(values));
          } else if (Set.of("limit", "marker", "sort", "global_project").contains(name)
              && values.length == 1) {
            once.put(name, values[0]);
          } else {
            throw ProblemException.badRequest("Invalid parameter %s".formatted(name));
          }
        });
    requireOwn(Optional.ofNullable(once.get("global_project")), sight);
    return new SenlinQuery(
        filters,
        sort(Optional.ofNullable(once.get("sort")), terms.keys()),
        Optional.ofNullable(once.get("limit")).map(SenlinQuery::limit),
        Optional.ofNullable(once.get("marker")).map(text -> marker(text, terms.markers())));
  }

  /** The first value of a filter. */
  public Optional<String> filter(String name) {
    return Optional.ofNullable(filters.get(name)).map(List::getFirst);
  }

  public List<String> values(String name) {
    return filters.getOrDefault(name, List.of());
  }

  /** Projects are no thing of Muster: all that one sees are those of all. */
  private static void requireOwn(Optional<String> text, Sight sight) {
    boolean global =
        switch (text.orElse("false").toLowerCase(Locale.ROOT)) {
          case "true", "1", "yes", "on" -> true;
          case "false", "0", "no", "off" -> false;
          default ->
              throw ProblemException.badRequest(
                  "Invalid value '%s' specified for 'global_project'".formatted(text.orElse("")));
        };
    if (global && !sight.isAll()) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "global_project is for who may read every cluster; without it the list has those that you"
              + " may read");
    }
  }

  private static List<SortPart> sort(Optional<String> text, Set<String> keys) {
    List<SortPart> parts = new ArrayList<>();
    for (String one : text.map(all -> all.split(",", -1)).orElse(new String[0])) {
      String[] halves = one.split(":", 2);
      if (!keys.contains(halves[0])) {
        throw ProblemException.badRequest(
            "Unsupported sort key '%s' for 'sort'.".formatted(halves[0]));
      }
      String direction = halves.length == 1 ? "asc" : halves[1];
      if (!direction.equals("asc") && !direction.equals("desc")) {
        throw ProblemException.badRequest(
            "Unsupported sort dir '%s' for 'sort'.".formatted(direction));
      }
      parts.add(new SortPart(halves[0], Direction.valueOf(direction.toUpperCase(Locale.ROOT))));
    }
    return parts;
  }

  private static int limit(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw ProblemException.badRequest(
          "The value of 'limit' is invalid: '%s' (expected: a number, 0 or more)".formatted(text));
    }
    return Integer.parseInt(text);
  }

  private static String marker(String text, Markers markers) {
    boolean fits =
        switch (markers) {
          case UUIDS -> isUuid(text);
          case NUMBERS -> text.matches("[0-9]{1,18}");
        };
    if (!fits) {
      throw ProblemException.badRequest(
          "The value for marker is not a valid %s: '%s'."
              .formatted(markers == Markers.UUIDS ? "UUID" : "number of an event", text));
    }
    return text.toLowerCase(Locale.ROOT);
  }

  static boolean isUuid(String text) {
    try {
      return UUID.fromString(text).toString().equalsIgnoreCase(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
