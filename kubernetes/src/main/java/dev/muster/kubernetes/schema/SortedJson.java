package dev.muster.kubernetes.schema;

import dev.muster.domain.protocol.WireFormat;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON with its fields in the order of their names, as Kubernetes' server writes custom objects.
 */
public final class SortedJson {

  private SortedJson() {}

  public static JsonNode of(JsonNode json) {
    if (json.isObject()) {
      TreeMap<String, JsonNode> fields = new TreeMap<>();
      json.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
      ObjectNode sorted = WireFormat.JSON.createObjectNode();
      fields.forEach((name, value) -> sorted.set(name, of(value)));
      return sorted;
    }
    if (json.isArray()) {
      ArrayNode sorted = WireFormat.JSON.createArrayNode();
      json.forEach(item -> sorted.add(of(item)));
      return sorted;
    }
    return json;
  }
}
