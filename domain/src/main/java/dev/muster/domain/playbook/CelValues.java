package dev.muster.domain.playbook;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.NullValue;
import dev.muster.domain.playbook.CelPrograms.NoValueException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON values as CEL knows them, and back. */
final class CelValues {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private CelValues() {}

  static Object toCel(JsonNode json) {
    return switch (json.getNodeType()) {
      case OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        json.properties().forEach(field -> map.put(field.getKey(), toCel(field.getValue())));
        yield map;
      }
      case ARRAY -> {
        List<Object> list = new ArrayList<>(json.size());
        json.forEach(element -> list.add(toCel(element)));
        yield list;
      }
      case STRING -> json.stringValue();
      case BOOLEAN -> json.booleanValue();
      case NUMBER -> number(json);
      default -> NullValue.NULL_VALUE;
    };
  }

  private static Object number(JsonNode json) {
    return json.isIntegralNumber() && json.canConvertToLong()
        ? (Object) json.longValue()
        : (Object) json.doubleValue();
  }

  static JsonNode toJson(Object value) {
    return switch (value) {
      case String text -> JSON.stringNode(text);
      case Long number -> number(number);
      case Double number when !Double.isFinite(number) ->
          throw new NoValueException("%s is no number that JSON has".formatted(number));
      case Double number -> JSON.numberNode(number);
      case Boolean truth -> JSON.booleanNode(truth);
      case UnsignedLong number -> JSON.numberNode(number.bigIntegerValue());
      case NullValue none -> JSON.nullNode();
      case Duration duration -> JSON.stringNode(duration.toString());
      case Instant instant -> JSON.stringNode(instant.toString());
      case List<?> list -> array(list);
      case Map<?, ?> map -> object(map);
      default ->
          throw new NoValueException(
              "a value of type %s cannot be written as JSON"
                  .formatted(value.getClass().getSimpleName()));
    };
  }

  /** As Jackson reads it: otherwise 3 would not equal the 3 that comes back from a database. */
  static JsonNode number(long value) {
    return value == (int) value ? JSON.numberNode((int) value) : JSON.numberNode(value);
  }

  /** A value in the middle of a text. */
  static String toText(String cel, Object value) {
    return switch (value) {
      case String text -> text;
      case Double number when number == Math.rint(number) && Math.abs(number) < 1e15 ->
          Long.toString(number.longValue());
      case NullValue none ->
          throw new NoValueException("${%s}: has no value to put into the text".formatted(cel));
      default -> {
        JsonNode json = toJson(value);
        yield json.isString() ? json.stringValue() : json.toString();
      }
    };
  }

  private static ArrayNode array(List<?> list) {
    ArrayNode array = JSON.arrayNode(list.size());
    for (Object element : list) {
      array.add(toJson(element));
    }
    return array;
  }

  private static ObjectNode object(Map<?, ?> map) {
    ObjectNode object = JSON.objectNode();
    map.forEach((key, element) -> {
      if (!(key instanceof String name)) {
        throw new NoValueException("a map with keys that are no texts has no form in JSON");
      }
      object.set(name, toJson(element));
    });
    return object;
  }
}
