package dev.muster.records.sql;

import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Texts that PostgreSQL takes. It has no character 0, neither in texts nor in jsonb; an agent that
 * sends one must not spoil the statement that writes a whole batch, so it becomes U+FFFD.
 */
public final class Texts {

  private Texts() {}

  /** The text with each character 0 replaced. */
  public static String clean(String text) {
    return text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
  }

  /** The value as jsonb takes it. */
  public static String json(Object value) {
    String text = WireFormat.JSON.writeValueAsString(value);
    return text.contains("\\u0000")
        ? WireFormat.JSON.writeValueAsString(cleaned(WireFormat.JSON.readTree(text)))
        : text;
  }

  private static JsonNode cleaned(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        ObjectNode copy = WireFormat.JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
          copy.set(clean(field.getKey()), cleaned(field.getValue()));
        }
        yield copy;
      }
      case ArrayNode array -> {
        List<JsonNode> items = new ArrayList<>(array.size());
        array.forEach(item -> items.add(cleaned(item)));
        yield WireFormat.JSON.createArrayNode().addAll(items);
      }
      default ->
          node.isString()
              ? WireFormat.JSON.getNodeFactory().stringNode(clean(node.stringValue()))
              : node;
    };
  }
}
