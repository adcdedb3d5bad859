package dev.muster.agent.json;

import dev.muster.domain.shown.DurationText;
import dev.muster.domain.shown.Shortened;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * One JSON object, read field by field. Numbers and booleans serve where text is asked for, because
 * YAML makes them of {@code argv: [sleep, 5]}. A field that nobody asked for is an error at the
 * end: a misspelt one must not be ignored.
 */
public final class JsonFields {

  private final String where;
  private final JsonNode object;
  private final TreeSet<String> known = new TreeSet<>();
  private boolean open;

  private JsonFields(String where, JsonNode object) {
    this.where = where;
    this.object = object;
  }

  /**
   * Begins to read an object.
   *
   * @param where how the object is called in messages
   * @throws BadField if it is no object
   */
  public static JsonFields of(String where, JsonNode node) {
    if (!node.isObject()) {
      throw new BadField("%s: %s (expected: an object)".formatted(where, shown(node)));
    }
    return new JsonFields(where, node);
  }

  /** What {@code reader} complains about, empty if it has nothing to complain about. */
  public static Optional<String> complaint(
      String where, JsonNode node, Function<JsonFields, ?> reader) {
    try {
      read(where, node, reader);
      return Optional.empty();
    } catch (BadField bad) {
      return Optional.of(bad.getMessage());
    }
  }

  /** What {@code reader} makes of the object; fields that it did not ask for are an error. */
  public static <T> T read(String where, JsonNode node, Function<JsonFields, T> reader) {
    JsonFields fields = of(where, node);
    T result = reader.apply(fields);
    fields.nothingElse();
    return result;
  }

  /** A text that must be there, and not empty. */
  public String text(String name) {
    return optionalText(name).orElseThrow(() -> missing(name, "a text"));
  }

  /** A text, if it is there; if it is, it is not empty. */
  public Optional<String> optionalText(String name) {
    return find(name).map(node -> scalar(path(name), node, Emptiness.REFUSED));
  }

  /** A list of texts that must be there and have at least one element. */
  public List<String> texts(String name) {
    List<String> texts = optionalTexts(name).orElseThrow(() -> missing(name, "a list of texts"));
    if (texts.isEmpty()) {
      throw bad(name, "[]", "at least one element");
    }
    return texts;
  }

  /** A list of texts, if it is there. */
  public Optional<List<String>> optionalTexts(String name) {
    return find(name)
        .map(node -> {
          if (!node.isArray()) {
            throw bad(name, shown(node), "a list of texts");
          }
          List<String> texts = new ArrayList<>();
          for (JsonNode element : node) {
            texts.add(scalar(path(name) + "[" + texts.size() + "]", element, Emptiness.ALLOWED));
          }
          return List.copyOf(texts);
        });
  }

  /** A map of texts; empty if it is not there. */
  public Map<String, String> textMap(String name) {
    Map<String, String> map = new LinkedHashMap<>();
    find(name)
        .ifPresent(node -> {
          if (!node.isObject()) {
            throw bad(name, shown(node), "an object of texts");
          }
          node.properties()
              .forEach(entry ->
                  map.put(
                      entry.getKey(),
                      scalar(
                          path(name) + "." + entry.getKey(), entry.getValue(), Emptiness.ALLOWED)));
        });
    return map;
  }

  /**
   * A duration such as {@code 500ms} or {@code 2m}, longer than nothing; a number is milliseconds.
   */
  public Optional<Duration> duration(String name) {
    return find(name)
        .map(node -> {
          Optional<Duration> duration =
              node.isIntegralNumber() && node.canConvertToLong()
                  ? Optional.of(Duration.ofMillis(node.longValue()))
                  : node.isString() ? durationOf(node.stringValue()) : Optional.empty();
          return duration
              .filter(given -> given.isPositive() && given.toDays() <= 3650)
              .orElseThrow(() -> bad(name, shown(node), "a duration such as 500ms, 10s or 1h30m"));
        });
  }

  private static Optional<Duration> durationOf(String text) {
    try {
      return Optional.of(DurationText.parse(text));
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** A whole number of a range, if it is there. */
  public Optional<Integer> integer(String name, int least, int most) {
    return find(name)
        .map(node -> {
          if (!node.isIntegralNumber()
              || !node.canConvertToInt()
              || node.intValue() < least
              || node.intValue() > most) {
            throw bad(name, shown(node), "a whole number from %d to %d".formatted(least, most));
          }
          return node.intValue();
        });
  }

  /** True or false, if it is there. */
  public Optional<Boolean> flag(String name) {
    return find(name)
        .map(node -> {
          if (!node.isBoolean()) {
            throw bad(name, shown(node), "true or false");
          }
          return node.booleanValue();
        });
  }

  /** What {@code reader} makes of an object within this one, if it is there. */
  public <T> Optional<T> object(String name, Function<JsonFields, T> reader) {
    return find(name).map(node -> read(path(name), node, reader));
  }

  /** What {@code reader} makes of each member of an object of objects, by its name. */
  public <T> Map<String, T> objects(String name, Function<JsonFields, T> reader) {
    Map<String, T> result = new LinkedHashMap<>();
    find(name)
        .ifPresent(node ->
            of(path(name), node)
                .object
                .properties()
                .forEach(entry ->
                    result.put(
                        entry.getKey(),
                        read(path(name) + "." + entry.getKey(), entry.getValue(), reader))));
    return result;
  }

  /** A field as it is, whatever it is, if it is there. */
  public Optional<JsonNode> node(String name) {
    return find(name);
  }

  /** Whether the field is there; it counts as known. */
  public boolean has(String name) {
    return find(name).isPresent();
  }

  /** Fields that nobody asks for are welcome in this object. */
  public void allowOthers() {
    open = true;
  }

  /** For a rule that spans fields. */
  public BadField wrong(String message) {
    return new BadField(where + ": " + message);
  }

  private void nothingElse() {
    for (String name : object.propertyNames()) {
      if (!open && !known.contains(name)) {
        throw wrong("unknown field '%s' (known: %s)".formatted(name, String.join(", ", known)));
      }
    }
  }

  private Optional<JsonNode> find(String name) {
    known.add(name);
    return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
  }

  private enum Emptiness {
    ALLOWED,
    REFUSED
  }

  private static String scalar(String path, JsonNode node, Emptiness emptiness) {
    if (!node.isValueNode() || node.isNull()) {
      throw new BadField("%s: %s (expected: a text)".formatted(path, shown(node)));
    }
    String text = node.asString();
    if (text.isEmpty() && emptiness == Emptiness.REFUSED) {
      throw new BadField("%s: '' (expected: a text that is not empty)".formatted(path));
    }
    if (text.indexOf('\0') >= 0) {
      throw new BadField("%s: contains a NUL character (expected: a text without)".formatted(path));
    }
    return text;
  }

  private BadField missing(String name, String expected) {
    return new BadField("%s: missing (expected: %s)".formatted(path(name), expected));
  }

  private BadField bad(String name, String value, String expected) {
    return new BadField("%s: %s (expected: %s)".formatted(path(name), value, expected));
  }

  private String path(String name) {
    return where + "." + name;
  }

  private static String shown(JsonNode node) {
    return Shortened.to(80, node.toString());
  }
}
