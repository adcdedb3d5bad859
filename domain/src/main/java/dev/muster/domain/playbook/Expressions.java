package dev.muster.domain.playbook;

import dev.muster.domain.playbook.CelPrograms.NoValueException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replaces {@code ${…}} in texts, and answers {@code when}. Expressions were checked when the
 * playbook was read; here they are compiled once for each text and kept, so that a thousand nodes
 * cost a thousand evaluations and no more.
 */
public final class Expressions {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Expressions() {}

  /**
   * Replaces every expression in the texts of {@code args}. A text that is one expression and
   * nothing else takes the type of its value. A tree without expressions is returned as it is.
   */
  public static Rendered render(JsonNode args, Scope scope) {
    try {
      return new Rendered.Value(rendered(args, new Activation(scope), ""));
    } catch (NoValueException e) {
      return new Rendered.Failed(e.getMessage());
    }
  }

  /** Whether the condition {@code when} holds. */
  public static Tested test(String when, Scope scope) {
    try {
      Object value = CelPrograms.condition(when).value(new Activation(scope));
      return value instanceof Boolean holds
          ? new Tested.Is(holds)
          : new Tested.Failed(
              "%s: gives %s (expected: true or false)"
                  .formatted(when, Names.shown(CelValues.toJson(value))));
    } catch (NoValueException e) {
      return new Tested.Failed(e.getMessage());
    }
  }

  /** Whether there is no expression anywhere in {@code json}. */
  static boolean isFixed(JsonNode json) {
    if (json.isString()) {
      return !Template.isIn(json.stringValue());
    }
    for (JsonNode child : json) {
      if (!isFixed(child)) {
        return false;
      }
    }
    return true;
  }

  /** The names at the roots of all expressions in {@code json}: {@code params}, {@code node}… */
  static Set<String> roots(JsonNode json) {
    Set<String> roots = new HashSet<>();
    addRoots(json, roots);
    return roots;
  }

  /** The names at the roots of a condition. */
  static Set<String> roots(String when) {
    return CelPrograms.condition(when).roots();
  }

  private static void addRoots(JsonNode json, Set<String> roots) {
    if (json.isString() && Template.isIn(json.stringValue())) {
      roots.addAll(CelPrograms.template(json.stringValue()).roots());
    }
    json.forEach(child -> addRoots(child, roots));
  }

  private static JsonNode rendered(JsonNode json, Activation activation, String path) {
    if (json.isString()) {
      String text = json.stringValue();
      return Template.isIn(text) ? renderedText(text, activation, path) : json;
    }
    if (json.isObject()) {
      return renderedObject((ObjectNode) json, activation, path);
    }
    return json.isArray() ? renderedArray((ArrayNode) json, activation, path) : json;
  }

  @SuppressWarnings("ReferenceEquality") // the same tree means that nothing was replaced
  private static JsonNode renderedObject(ObjectNode object, Activation activation, String path) {
    ObjectNode changed = null;
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      JsonNode before = field.getValue();
      JsonNode after = rendered(before, activation, path + field.getKey() + ".");
      if (after != before) {
        changed = changed == null ? shallowCopy(object) : changed;
        changed.set(field.getKey(), after);
      }
    }
    return changed == null ? object : changed;
  }

  @SuppressWarnings("ReferenceEquality") // the same tree means that nothing was replaced
  private static JsonNode renderedArray(ArrayNode array, Activation activation, String path) {
    ArrayNode changed = null;
    for (int i = 0; i < array.size(); i++) {
      JsonNode before = array.get(i);
      JsonNode after = rendered(before, activation, path + i + ".");
      if (after != before) {
        changed = changed == null ? JSON.arrayNode().addAll(array) : changed;
        changed.set(i, after);
      }
    }
    return changed == null ? array : changed;
  }

  private static ObjectNode shallowCopy(ObjectNode object) {
    ObjectNode copy = JSON.objectNode();
    object.properties().forEach(field -> copy.set(field.getKey(), field.getValue()));
    return copy;
  }

  private static JsonNode renderedText(String text, Activation activation, String path) {
    try {
      return CelPrograms.template(text).value(activation);
    } catch (NoValueException e) {
      String where = path.isEmpty() ? "" : path.substring(0, path.length() - 1) + ": ";
      throw new NoValueException(where + e.getMessage());
    }
  }
}
