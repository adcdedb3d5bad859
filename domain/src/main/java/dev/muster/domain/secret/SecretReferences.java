package dev.muster.domain.secret;

import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Finds references to secrets in texts, and puts the values in their place. */
public final class SecretReferences {

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{secrets\\.(" + SecretName.PATTERN + ")}");

  /** What stands between the braces. */
  private static final Pattern INNER = Pattern.compile("secrets\\.(" + SecretName.PATTERN + ")");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private SecretReferences() {}

  /** The secret, if what stands between braces is a reference and nothing else. */
  public static Optional<SecretName> of(String inner) {
    Matcher matcher = INNER.matcher(inner);
    return matcher.matches() ? Optional.of(new SecretName(matcher.group(1))) : Optional.empty();
  }

  /** How many references a text holds. */
  public static long count(String text) {
    return text.contains("${") ? REFERENCE.matcher(text).results().count() : 0;
  }

  /** Which secrets the texts of a tree refer to. Names of fields do not count. */
  public static SortedSet<SecretName> in(JsonNode json) {
    SortedSet<SecretName> names = new TreeSet<>();
    gather(json, names);
    return names;
  }

  /** A copy of the tree with the values in place; the same tree if it refers to none. */
  public static JsonNode resolved(JsonNode json, Function<SecretName, String> values) {
    if (json.isString()) {
      String text = json.stringValue();
      return count(text) == 0 ? json : JSON.stringNode(resolved(text, values));
    }
    if (in(json).isEmpty()) {
      return json;
    }
    if (json.isObject()) {
      ObjectNode copy = JSON.objectNode();
      for (Map.Entry<String, JsonNode> field : json.properties()) {
        copy.set(field.getKey(), resolved(field.getValue(), values));
      }
      return copy;
    }
    ArrayNode copy = JSON.arrayNode();
    json.forEach(element -> copy.add(resolved(element, values)));
    return copy;
  }

  private static String resolved(String text, Function<SecretName, String> values) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.apply(new SecretName(found.group(1)))));
  }

  private static void gather(JsonNode json, SortedSet<SecretName> names) {
    if (json.isString() && json.stringValue().contains("${")) {
      REFERENCE
          .matcher(json.stringValue())
          .results()
          .forEach(found -> names.add(new SecretName(found.group(1))));
    }
    json.forEach(child -> gather(child, names));
  }
}
