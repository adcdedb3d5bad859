package dev.muster.domain.playbook;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The parameters of a playbook: their schemas are checked once, their values for each run. */
final class Parameters {

  private final SortedMap<String, JsonNode> schemas;

  Parameters(SortedMap<String, JsonNode> schemas) {
    this.schemas = schemas;
  }

  /** What is wrong with the schemas themselves. */
  List<Finding> checkSchemas() {
    List<Finding> findings = new ArrayList<>();
    schemas.forEach((name, schema) -> {
      String path = Pointers.child("/params", name);
      int before = findings.size();
      patterns(path, schema, findings);
      if (findings.size() == before && schema.has("default")) {
        checkValue(name, number(schema, schema.path("default"))).stream()
            .map(finding ->
                new Finding(
                    path + "/default" + finding.path(),
                    "the default does not fit its own schema: " + finding.message()))
            .forEach(findings::add);
      }
    });
    return findings;
  }

  /**
   * Every parameter with its value: what is given, else its default.
   *
   * @param findings receives what is wrong; paths begin with {@code /params}
   */
  ObjectNode values(JsonNode given, List<Finding> findings) {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    if (!given.isObject() && !given.isNull() && !given.isMissingNode()) {
      findings.add(
          new Finding(
              "/params",
              "%s (expected: a map from parameter to value)".formatted(Names.shown(given))));
      return values;
    }
    for (String name : given.propertyNames()) {
      if (!schemas.containsKey(name)) {
        findings.add(
            new Finding(
                Pointers.child("/params", name),
                schemas.isEmpty()
                    ? "'%s' is no parameter: this playbook has none".formatted(name)
                    : "'%s' is no parameter%s"
                        .formatted(name, Names.hint(name, schemas.keySet()))));
      }
    }
    schemas.forEach(
        (name, schema) -> value(name, schema, given, findings).ifPresent(v -> values.set(name, v)));
    return values;
  }

  private Optional<JsonNode> value(
      String name, JsonNode schema, JsonNode given, List<Finding> findings) {
    JsonNode value = given.has(name) ? given.path(name) : schema.path("default");
    if (value.isMissingNode()) {
      findings.add(
          new Finding(
              Pointers.child("/params", name), "'%s' is missing%s".formatted(name, about(schema))));
      return Optional.empty();
    }
    if (!isStorable(value)) {
      findings.add(
          new Finding(
              Pointers.child("/params", name),
              "'%s' holds a character that cannot be stored, such as NUL".formatted(name)));
      return Optional.empty();
    }
    JsonNode fitted = number(schema, fromGuess(schema, value));
    for (Finding finding : checkValue(name, fitted)) {
      findings.add(
          new Finding(
              Pointers.child("/params", name) + finding.path(),
              "'%s': %s".formatted(name, finding.message())));
    }
    return Optional.of(fitted);
  }

  private List<Finding> checkValue(String name, JsonNode value) {
    JsonNode schema = schemas.getOrDefault(name, JsonNodeFactory.instance.objectNode());
    return SchemaCheck.parameter(schema).check(value);
  }

  private static boolean isStorable(JsonNode value) {
    if (value.isString()) {
      return Names.isStorable(value.stringValue());
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      if (!Names.isStorable(field.getKey()) || !isStorable(field.getValue())) {
        return false;
      }
    }
    for (JsonNode element : value.isArray() ? value : List.<JsonNode>of()) {
      if (!isStorable(element)) {
        return false;
      }
    }
    return true;
  }

  private static String about(JsonNode schema) {
    String description = schema.path("description").asString("");
    String type = schema.path("type").asString("");
    if (!description.isEmpty()) {
      return " (%s)".formatted(description);
    }
    return type.isEmpty() ? "" : " (expected: a value of type %s)".formatted(type);
  }

  /**
   * A command line can only guess what a value is: {@code "3"} serves where the schema asks for a
   * number, and 3 where it asks for a text. Not 1.5: it may have been 1.50, which is another text.
   */
  private static JsonNode fromGuess(JsonNode schema, JsonNode value) {
    String type = schema.path("type").asString("");
    if (type.equals("string") && (value.isIntegralNumber() || value.isBoolean())) {
      return JsonNodeFactory.instance.stringNode(value.asString());
    }
    if (!value.isString() || type.isEmpty() || type.equals("string")) {
      return value;
    }
    try {
      JsonNode read = JsonMapper.shared().readTree(value.stringValue());
      return read.isString() || read.isMissingNode() ? value : read;
    } catch (JacksonException e) {
      return value;
    }
  }

  /** Expressions know {@code number} as a double, also when it is written without a fraction. */
  private static JsonNode number(JsonNode schema, JsonNode value) {
    return schema.path("type").asString("").equals("number") && value.isIntegralNumber()
        ? JsonNodeFactory.instance.numberNode(value.doubleValue())
        : value;
  }

  private static void patterns(String path, JsonNode schema, List<Finding> findings) {
    for (Map.Entry<String, JsonNode> field : schema.properties()) {
      String at = Pointers.child(path, field.getKey());
      JsonNode value = field.getValue();
      if (field.getKey().equals("pattern") && value.isString()) {
        try {
          Pattern.compile(value.stringValue());
        } catch (PatternSyntaxException e) {
          findings.add(
              new Finding(
                  at,
                  "%s is no regular expression: %s"
                      .formatted(Names.shown(value), e.getDescription())));
        }
      } else if (value.isObject()) {
        patterns(at, value, findings);
      } else if (value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          patterns(Pointers.child(at, i), value.get(i), findings);
        }
      }
    }
  }
}
