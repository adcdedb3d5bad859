package dev.muster.kubernetes.objects;

import dev.muster.kubernetes.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Whether what somebody applies fits the definition, in the words of Kubernetes' server. */
final class TypedConfig {

  private TypedConfig() {}

  /** What does not fit, each with its place. */
  static List<String> problems(Schema schema, JsonNode config) {
    List<String> problems = new ArrayList<>();
    check(schema, config, "", problems);
    return problems;
  }

  private static void check(Schema schema, JsonNode value, String path, List<String> problems) {
    if (value.isNull() || !schema.isKnown()) {
      return;
    }
    switch (schema.type()) {
      case "object" -> object(schema, value, path, problems);
      case "array" -> {
        if (!value.isArray()) {
          problems.add(misfit(path, "list", value));
        }
        int index = 0;
        for (JsonNode item : value) {
          check(schema.items(), item, "%s[%d]".formatted(path, index++), problems);
        }
      }
      case "string" -> scalar(value.isString(), "string", path, value).ifPresent(problems::add);
      case "boolean" -> scalar(value.isBoolean(), "boolean", path, value).ifPresent(problems::add);
      case "integer", "number" ->
          scalar(value.isNumber(), "numeric (int or float)", path, value).ifPresent(problems::add);
      default -> {}
    }
  }

  private static void object(Schema schema, JsonNode value, String path, List<String> problems) {
    if (!value.isObject()) {
      problems.add(misfit(path, "map", value));
      return;
    }
    Map<String, JsonNode> fields = new TreeMap<>();
    value.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    fields.forEach((name, field) -> {
      String at = path + "." + name;
      schema
          .field(name)
          .ifPresentOrElse(
              known -> check(known, field, at, problems),
              () -> problems.add(at + ": field not declared in schema"));
    });
  }

  private static Optional<String> scalar(
      boolean fits, String expected, String path, JsonNode value) {
    return fits ? Optional.empty() : Optional.of(misfit(path, expected, value));
  }

  private static String misfit(String path, String expected, JsonNode value) {
    return "%s: expected %s, got &value.valueUnstructured{Value:%s}"
        .formatted(path, expected, value);
  }
}
