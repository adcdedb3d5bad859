package dev.muster.kubernetes.schema;

import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a schema makes of an object: fields that it does not know are left out, those that are
 * missing get what stands for them, and what is wrong is told as Kubernetes' server tells it.
 */
public final class SchemaRules {

  private SchemaRules() {}

  /**
   * An object with the fields that its schema knows.
   *
   * @param unknown paths of those that it did not know, by name
   */
  public record Pruned(JsonNode object, List<String> unknown) {}

  /** Leaves out what the schema does not know. */
  public static Pruned prune(Schema schema, JsonNode object, String path) {
    List<String> unknown = new ArrayList<>();
    JsonNode pruned = pruned(schema, object, path, unknown);
    unknown.sort(null);
    return new Pruned(pruned, unknown);
  }

  private static JsonNode pruned(Schema schema, JsonNode value, String path, List<String> unknown) {
    if (schema.keepsUnknown()) {
      return value;
    }
    if (value.isObject() && schema.type().equals("object")) {
      ObjectNode kept = WireFormat.JSON.createObjectNode();
      value
          .properties()
          .forEach(field -> {
            String at = below(path, field.getKey());
            schema
                .field(field.getKey())
                .ifPresentOrElse(
                    known -> kept.set(field.getKey(), pruned(known, field.getValue(), at, unknown)),
                    () -> unknown.add(at));
          });
      return kept;
    }
    if (value.isArray() && schema.type().equals("array")) {
      ArrayNode kept = WireFormat.JSON.createArrayNode();
      for (JsonNode item : value) {
        kept.add(pruned(schema.items(), item, "%s[%d]".formatted(path, kept.size()), unknown));
      }
      return kept;
    }
    return value;
  }

  /** Puts in what stands for what is missing; a field that is null is missing. */
  public static JsonNode defaulted(Schema schema, JsonNode value) {
    if (value.isObject() && schema.type().equals("object")) {
      ObjectNode full = WireFormat.JSON.createObjectNode();
      value
          .properties()
          .forEach(field -> {
            Schema known = schema.field(field.getKey()).orElse(Schema.UNKNOWN);
            if (!field.getValue().isNull()) {
              full.set(field.getKey(), defaulted(known, field.getValue()));
            }
          });
      for (String name : schema.fields()) {
        Schema known = schema.field(name).orElse(Schema.UNKNOWN);
        if (!full.has(name)) {
          known.fallback().ifPresent(given -> full.set(name, defaulted(known, given.deepCopy())));
        }
      }
      return full;
    }
    if (value.isArray() && schema.type().equals("array")) {
      ArrayNode full = WireFormat.JSON.createArrayNode();
      value.forEach(item -> full.add(defaulted(schema.items(), item)));
      return full;
    }
    return value;
  }

  /** What is wrong with an object. */
  public static List<FieldProblem> check(Schema schema, JsonNode object) {
    List<FieldProblem> problems = new ArrayList<>();
    check(schema, object, "", problems);
    return problems;
  }

  private static void check(
      Schema schema, JsonNode value, String path, List<FieldProblem> problems) {
    String is = type(value);
    String expected = schema.type();
    boolean fits =
        expected.isEmpty()
            || is.equals(expected)
            || (expected.equals("number") && is.equals("integer"));
    if (!fits) {
      problems.add(FieldProblem.type(path, is, expected));
      return;
    }
    if (!schema.words().isEmpty() && !schema.words().contains(value.asString(""))) {
      problems.add(FieldProblem.unknown(path, value.toString(), schema.words()));
    }
    if (value.isArray()) {
      int index = 0;
      for (JsonNode item : value) {
        check(schema.items(), item, "%s[%d]".formatted(path, index++), problems);
      }
    }
    if (value.isObject()) {
      fields(schema, value, path, problems);
    }
  }

  private static void fields(
      Schema schema, JsonNode object, String path, List<FieldProblem> problems) {
    TreeMap<String, JsonNode> fields = new TreeMap<>();
    object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    fields.forEach((name, value) ->
        schema
            .field(name)
            .filter(known -> !value.isNull())
            .ifPresent(known -> check(known, value, below(path, name), problems)));
    for (String name : schema.required()) {
      if (!object.hasNonNull(name)) {
        problems.add(FieldProblem.missing(below(path, name)));
      }
    }
  }

  private static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "object";
      case ARRAY -> "array";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> isWhole(value) ? "integer" : "number";
      default -> "null";
    };
  }

  private static boolean isWhole(JsonNode number) {
    return number.isIntegralNumber() || number.decimalValue().stripTrailingZeros().scale() <= 0;
  }

  private static String below(String path, String field) {
    return path.isEmpty() ? field : path + "." + field;
  }
}
