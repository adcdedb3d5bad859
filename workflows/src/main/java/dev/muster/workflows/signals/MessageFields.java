package dev.muster.workflows.signals;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of one JSON object that a person typed. A reader asks for every field that it knows;
 * what is wrong with the first one that does not fit, or a field that nobody asked for, becomes the
 * answer.
 */
public final class MessageFields {

  private final ObjectNode object;
  private final TreeSet<String> known = new TreeSet<>();

  /** Ends the reading; never leaves this package. */
  private static final class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;

    Mistake(String what) {
      super(what, null, false, false);
      this.what = what;
    }
  }

  private MessageFields(ObjectNode object) {
    this.object = object;
  }

  static <T> ParsedMessage<T> read(
      ObjectNode object, String expected, Function<MessageFields, T> reader) {
    try {
      return new ParsedMessage.Understood<>(readAll(object, reader));
    } catch (Mistake e) {
      return new ParsedMessage.NotUnderstood<>(
          e.what.contains("(expected:") ? e.what : e.what + expected);
    }
  }

  private static <T> T readAll(ObjectNode object, Function<MessageFields, T> reader) {
    MessageFields fields = new MessageFields(object);
    T value = reader.apply(fields);
    fields.requireNoOther();
    return value;
  }

  /** A text that is there and not blank. */
  public String text(String field) {
    return optional(field).orElseThrow(() -> new Mistake(field + ": missing"));
  }

  /** A text that may be missing. */
  public Optional<String> optional(String field) {
    return find(field)
        .map(value -> {
          if (!value.isString()) {
            throw new Mistake("%s: %s (expected: a text)".formatted(field, cut(value)));
          }
          return value.asString().strip();
        })
        .filter(text -> !text.isEmpty());
  }

  /** A text that {@code parser} takes or refuses with a message for people. */
  public <T> T parsed(String field, Function<String, T> parser) {
    return parse(field, text(field), parser);
  }

  /** The same for one that may be missing. */
  public <T> Optional<T> optional(String field, Function<String, T> parser) {
    return optional(field).map(text -> parse(field, text, parser));
  }

  /** A list of such texts; empty when it is missing. */
  public <T> List<T> list(String field, Function<String, T> parser) {
    List<T> all = new ArrayList<>();
    find(field)
        .ifPresent(value -> {
          if (!value.isArray()) {
            throw new Mistake("%s: %s (expected: a list of texts)".formatted(field, cut(value)));
          }
          for (JsonNode one : value) {
            if (!one.isString()) {
              throw new Mistake("%s: %s (expected: texts)".formatted(field, cut(one)));
            }
            all.add(parse(field, one.asString(), parser));
          }
        });
    return all;
  }

  /** One of the constants, in capitals or not. */
  public <E extends Enum<E>> E oneOf(String field, Class<E> type) {
    String text = text(field);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw new Mistake(
        "%s: '%s' (expected: %s)".formatted(field, cut(text), String.join(", ", names(type))));
  }

  /** A duration such as PT30S. */
  public Optional<Duration> duration(String field) {
    return optional(field)
        .map(text -> {
          try {
            return Duration.parse(text);
          } catch (DateTimeParseException e) {
            throw new Mistake(
                "%s: '%s' (expected: a duration such as PT30S)".formatted(field, cut(text)));
          }
        });
  }

  /** Whether it is there and true. */
  public boolean flag(String field) {
    return find(field)
        .map(value -> {
          if (!value.isBoolean()) {
            throw new Mistake("%s: %s (expected: true or false)".formatted(field, cut(value)));
          }
          return value.asBoolean();
        })
        .orElse(false);
  }

  /** An object of anything; empty when it is missing. */
  public Map<String, JsonNode> object(String field) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    find(field)
        .ifPresent(value -> {
          if (!(value instanceof ObjectNode fields)) {
            throw new Mistake("%s: %s (expected: an object)".formatted(field, cut(value)));
          }
          fields.properties().forEach(one -> all.put(one.getKey(), one.getValue()));
        });
    return all;
  }

  /** An object of texts; empty when it is missing. */
  public Map<String, String> texts(String field) {
    Map<String, String> all = new LinkedHashMap<>();
    object(field)
        .forEach((key, value) -> {
          if (!value.isString()) {
            throw new Mistake(
                "%s: %s: %s (expected: a text)".formatted(field, cut(key), cut(value)));
          }
          all.put(key, value.asString());
        });
    return all;
  }

  /** What stands under a field, or the object itself when the field is missing. */
  public <T> T under(String field, Function<MessageFields, T> reader) {
    Optional<JsonNode> value = find(field);
    if (value.isEmpty()) {
      return reader.apply(this);
    }
    if (!(value.get() instanceof ObjectNode fields)) {
      throw new Mistake("%s: %s (expected: an object)".formatted(field, cut(value.get())));
    }
    return readAll(fields, reader);
  }

  private Optional<JsonNode> find(String field) {
    known.add(field);
    return Optional.ofNullable(object.get(field)).filter(value -> !value.isNull());
  }

  private void requireNoOther() {
    for (String field : object.propertyNames()) {
      if (!known.contains(field)) {
        throw new Mistake(
            "%s: unknown field (expected: %s)".formatted(cut(field), String.join(", ", known)));
      }
    }
  }

  private static <T> T parse(String field, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      String what = String.valueOf(e.getMessage()).replace(text, cut(text));
      throw new Mistake(what.startsWith(field + ": ") ? what : field + ": " + what);
    }
  }

  private static <E extends Enum<E>> List<String> names(Class<E> type) {
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      names.add(constant.name().toLowerCase(Locale.ROOT));
    }
    return names;
  }

  private static String cut(JsonNode value) {
    return cut(value.toString());
  }

  private static String cut(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
