package dev.muster.senlin.http;

import dev.muster.api.problems.ProblemException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An object that a client sent. {@code null} is the same as absent; numbers and truth values may
 * come as texts, because Senlin's clients send what was typed.
 */
public final class SentFields {

  private final String where;
  private final Map<String, JsonNode> fields;
  private final Set<String> asked = new HashSet<>();

  private SentFields(String where, Map<String, JsonNode> fields) {
    this.where = where;
    this.fields = fields;
  }

  /** What stands under the one name that the body has. */
  public static SentFields under(String name, JsonNode body) {
    SentFields whole = of("", body);
    SentFields inner = of(name, whole.need(name));
    whole.done();
    return inner;
  }

  /** An object; {@code where} is for messages. */
  public static SentFields of(String where, JsonNode object) {
    if (!object.isObject()) {
      throw ProblemException.badRequest(
          "%s: not an object (expected: a map)".formatted(where.isEmpty() ? "body" : where));
    }
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    object
        .properties()
        .forEach(field -> {
          if (!field.getValue().isNull()) {
            fields.put(field.getKey(), field.getValue());
          }
        });
    return new SentFields(where, fields);
  }

  /** One without any. */
  public static SentFields none() {
    return new SentFields("", Map.of());
  }

  public Set<String> names() {
    return fields.keySet();
  }

  /** Whatever it is. */
  public Optional<JsonNode> any(String name) {
    asked.add(name);
    return Optional.ofNullable(fields.get(name));
  }

  public JsonNode need(String name) {
    return any(name).orElseThrow(() -> wrong(name, "missing", "a value"));
  }

  public Optional<String> text(String name) {
    return any(name)
        .map(value -> value.isString() ? value.asString() : fail(name, value, "a text"));
  }

  public String needText(String name) {
    return text(name)
        .filter(Predicate.not(String::isBlank))
        .orElseThrow(() -> wrong(name, "missing", "a text"));
  }

  /** A whole number, also one in quotes. */
  public Optional<Integer> number(String name) {
    return any(name)
        .map(value -> {
          String text = value.isString() ? value.asString() : value.toString();
          try {
            return Integer.valueOf(text);
          } catch (NumberFormatException e) {
            return fail(name, value, "a whole number");
          }
        });
  }

  /** A number, also one in quotes. */
  public Optional<JsonNode> decimal(String name) {
    return any(name)
        .map(value -> {
          try {
            return JsonNodeFactory.instance.numberNode(
                Double.parseDouble(value.isString() ? value.asString() : value.toString()));
          } catch (NumberFormatException e) {
            return fail(name, value, "a number");
          }
        });
  }

  /** A truth value, also one in quotes. */
  public Optional<Boolean> flag(String name) {
    return any(name)
        .map(value ->
            switch (value.isString()
                ? value.asString().toLowerCase(Locale.ROOT)
                : value.toString()) {
              case "true" -> true;
              case "false" -> false;
              default -> fail(name, value, "true or false");
            });
  }

  public List<String> texts(String name) {
    JsonNode list = need(name);
    if (!list.isArray() || list.isEmpty()) {
      return fail(name, list, "a list with at least one text");
    }
    return StreamSupport.stream(list.spliterator(), false)
        .map(one -> one.isString() ? one.asString() : this.<String>fail(name, one, "texts"))
        .toList();
  }

  public Optional<SentFields> object(String name) {
    return any(name).map(value -> of(path(name), value));
  }

  /** Nothing else may be there: what is not understood must not be left out silently. */
  public void done() {
    fields.keySet().stream()
        .filter(name -> !asked.contains(name))
        .findFirst()
        .ifPresent(name -> {
          String known = String.join(", ", asked.stream().sorted().toList());
          throw wrong(name, "unknown", known.isEmpty() ? "nothing" : known);
        });
  }

  /** These are known, and make no difference here. */
  public SentFields ignoring(String... names) {
    asked.addAll(Arrays.asList(names));
    return this;
  }

  /** As whatever is expected there, so that it may stand in an expression; there is none. */
  @SuppressWarnings("TypeParameterUnusedInFormals")
  private <T> T fail(String name, JsonNode value, String expected) {
    throw wrong(name, value.toString(), expected);
  }

  private ProblemException wrong(String name, String what, String expected) {
    return ProblemException.badRequest(
        "%s: %s (expected: %s)".formatted(path(name), what, expected));
  }

  private String path(String name) {
    return where.isEmpty() ? name : where + "." + name;
  }
}
