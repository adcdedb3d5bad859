package dev.muster.cli.rest;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON as trees. Reading is lenient: a field that is absent, or of another type, has no value, so
 * that an older command goes on working with a newer server.
 */
public final class Json {
  // Numbers keep their digits: lists are put together from pages and must say what the API said.
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /**
   * Reads a document.
   *
   * @throws JacksonException if it is not one
   */
  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /** What a person typed as a value: a number, a boolean, an array, an object, else text. */
  public static JsonNode typed(String value) {
    try {
      JsonNode node = MAPPER.readTree(value);
      if (node != null && !node.isMissingNode() && !node.isNull()) {
        return node;
      }
    } catch (JacksonException e) {
      // Not JSON, so it is text, which is the common case.
      return JsonNodeFactory.instance.stringNode(value);
    }
    return JsonNodeFactory.instance.stringNode(value);
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** On one line. */
  public static String write(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  /** A field's value as text; empty without one. Objects and arrays are written as JSON. */
  public static String text(JsonNode node, String field) {
    return asText(node.path(field));
  }

  /** A value as text. */
  public static String asText(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    return value.isContainer() ? write(value) : value.asString("");
  }

  /** A field's value, if there is one. */
  public static Optional<String> optional(JsonNode node, String field) {
    return Optional.of(text(node, field)).filter(text -> !text.isEmpty());
  }

  public static int number(JsonNode node, String field) {
    return node.path(field).asInt(0);
  }

  public static boolean flag(JsonNode node, String field) {
    return node.path(field).asBoolean(false);
  }

  /** A field that holds a time, if it does. */
  public static Optional<Instant> time(JsonNode node, String field) {
    try {
      return optional(node, field).map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The elements of an array field. */
  public static List<JsonNode> items(JsonNode node, String field) {
    List<JsonNode> items = new ArrayList<>();
    node.path(field).forEach(items::add);
    return items;
  }

  /** The texts of an array field. */
  public static List<String> texts(JsonNode node, String field) {
    return items(node, field).stream().map(Json::asText).toList();
  }

  /** {@code a=b, c=d}: an object field on one line. */
  public static String pairs(JsonNode node, String field) {
    List<String> pairs = new ArrayList<>();
    node.path(field).properties().forEach(e -> pairs.add(e.getKey() + "=" + asText(e.getValue())));
    return String.join(", ", pairs);
  }
}
