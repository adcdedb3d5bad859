package dev.muster.domain.sensitive;

import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.SameJson;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides what is shown of something that may hold sensitive values: whatever stands under a
 * sensitive name is not, and its value is not wherever else it turns up, because a parameter is
 * rendered into other arguments and programs print what they were given.
 *
 * @param names of parameters and arguments; case counts
 * @param values longest first, so that no rest of a longer one is left
 */
public record Masking(Set<String> names, List<String> values) {

  /** What is shown in place of a sensitive value. */
  public static final String MASK = "•••";

  /** Nothing is sensitive. */
  public static final Masking NONE = new Masking(Set.of(), List.of());

  /** A shorter value is masked only where it is all of a text: it would be part of every word. */
  private static final int LEAST_PART = 4;

  /** So much of a value is taken for it: messages cut off what is long. */
  private static final int BEGINNING = 16;

  /** So much of a value is taken for it at the edges of a text: outputs are cut at both. */
  private static final int LEAST_EDGE = 8;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  public Masking {
    names = Set.copyOf(names);
    values = List.copyOf(values);
  }

  /** These names, and the values that the sources have under them. */
  public static Masking of(Collection<String> names, JsonNode... sources) {
    if (names.isEmpty()) {
      return NONE;
    }
    Set<String> known = new TreeSet<>(names);
    Set<String> found = new LinkedHashSet<>();
    Stream.of(sources).forEach(source -> gather(source, known, found));
    return sorted(known, found);
  }

  /** This masking, with values that are known to be sensitive. */
  public Masking with(Collection<String> more) {
    Set<String> all = new LinkedHashSet<>(values);
    more.forEach(value -> add(value, all));
    return sorted(names, all);
  }

  /** The texts that a list holds, if it is one. */
  public static List<String> names(JsonNode list) {
    return list.valueStream().filter(JsonNode::isString).map(JsonNode::stringValue).toList();
  }

  /** What is shown of it; the same tree if nothing is hidden. */
  public JsonNode shown(JsonNode json) {
    if (names.isEmpty() && values.isEmpty()) {
      return json;
    }
    return switch (json) {
      case ObjectNode object -> shownObject(object);
      case ArrayNode array -> {
        ArrayNode copy = JSON.arrayNode();
        array.forEach(element -> copy.add(shown(element)));
        yield copy;
      }
      case JsonNode text when text.isString() -> JSON.stringNode(shown(text.stringValue()));
      case JsonNode number when number.isNumber() && values.contains(number.asString()) ->
          JSON.stringNode(MASK);
      default -> json;
    };
  }

  /** What is shown of a text, such as an error: without the values. */
  public String shown(String text) {
    String shown = text;
    for (String value : values) {
      shown = value.length() < LEAST_PART ? whole(shown, value) : edges(parts(shown, value), value);
    }
    return shown;
  }

  /** What is shown of an error. */
  public Failure shown(Failure failure) {
    return new Failure(
        shown(failure.message()), failure.causes().stream().map(this::shown).toList());
  }

  /** Whether {@code shown} may be what is shown of {@code real}. */
  public static boolean fits(JsonNode shown, JsonNode real) {
    if (shown.isString() && shown.stringValue().contains(MASK)) {
      String pattern =
          Stream.of(shown.stringValue().split(Pattern.quote(MASK), -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(".*"));
      boolean hidden = shown.stringValue().equals(MASK);
      return hidden || Pattern.compile(pattern, Pattern.DOTALL).matcher(text(real)).matches();
    }
    if (shown.isObject() && real.isObject()) {
      return shown.size() == real.size()
          && shown.properties().stream()
              .allMatch(field ->
                  real.has(field.getKey()) && fits(field.getValue(), real.path(field.getKey())));
    }
    if (shown.isArray() && real.isArray()) {
      for (int i = 0; i < shown.size(); i++) {
        if (!fits(shown.path(i), real.path(i))) {
          return false;
        }
      }
      return shown.size() == real.size();
    }
    return (shown.isNumber() && real.isNumber()) ? SameJson.same(shown, real) : shown.equals(real);
  }

  private ObjectNode shownObject(ObjectNode object) {
    ObjectNode copy = JSON.objectNode();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      boolean hidden = names.contains(field.getKey()) && !field.getValue().isNull();
      copy.set(field.getKey(), hidden ? JSON.stringNode(MASK) : shown(field.getValue()));
    }
    return copy;
  }

  private static String whole(String text, String value) {
    return text.equals(value) ? MASK : text;
  }

  private static String parts(String text, String value) {
    String beginning = value.substring(0, Math.min(value.length(), BEGINNING));
    int at = text.indexOf(beginning);
    if (at < 0) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    int from = 0;
    while (at >= 0) {
      int end = at;
      while (end < text.length()
          && end - at < value.length()
          && text.charAt(end) == value.charAt(end - at)) {
        end++;
      }
      shown.append(text, from, at).append(MASK);
      from = end;
      at = text.indexOf(beginning, from);
    }
    return shown.append(text, from, text.length()).toString();
  }

  /** The end of a value with which a text begins, and the beginning with which it ends. */
  private static String edges(String text, String value) {
    String shown = text;
    for (int length = most(shown, value); length >= LEAST_EDGE; length--) {
      if (value.regionMatches(value.length() - length, shown, 0, length)) {
        shown = MASK + shown.substring(length);
        break;
      }
    }
    for (int length = most(shown, value); length >= LEAST_EDGE; length--) {
      if (shown.regionMatches(shown.length() - length, value, 0, length)) {
        return shown.substring(0, shown.length() - length) + MASK;
      }
    }
    return shown;
  }

  private static int most(String text, String value) {
    return Math.min(text.length(), value.length() - 1);
  }

  private static void gather(JsonNode json, Set<String> names, Set<String> found) {
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      if (names.contains(field.getKey())) {
        leaves(field.getValue(), found);
      } else {
        gather(field.getValue(), names, found);
      }
    }
    if (json.isArray()) {
      json.forEach(element -> gather(element, names, found));
    }
  }

  private static void leaves(JsonNode json, Set<String> found) {
    if (json.isString() || json.isNumber()) {
      add(text(json), found);
    }
    json.forEach(child -> leaves(child, found));
  }

  /** Also as it stands within a document that stands within a text. */
  private static void add(String value, Set<String> found) {
    if (!value.isEmpty()) {
      found.add(value);
      String quoted = JSON.stringNode(value).toString();
      found.add(quoted.substring(1, quoted.length() - 1));
    }
  }

  private static String text(JsonNode json) {
    return json.asString("");
  }

  private static Masking sorted(Set<String> names, Set<String> values) {
    return new Masking(
        names,
        values.stream()
            .sorted(
                Comparator.comparingInt(String::length).reversed().thenComparing(value -> value))
            .toList());
  }

  /** Without the values. */
  @Override
  public String toString() {
    return "Masking" + new TreeSet<>(names);
  }
}
