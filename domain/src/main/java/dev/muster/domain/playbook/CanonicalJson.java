package dev.muster.domain.playbook;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One text for all ways of writing the same JSON: fields sorted, no spaces, {@code 1.0} as {@code
 * 1}. A database that reorders fields therefore does not change a hash.
 */
final class CanonicalJson {

  private CanonicalJson() {}

  static String write(JsonNode json) {
    return sorted(json).toString();
  }

  /** SHA-256 over {@link #write}, as 64 hexadecimal digits. */
  static String hash(JsonNode json) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(write(json).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static JsonNode sorted(JsonNode json) {
    if (json.isObject()) {
      TreeMap<String, JsonNode> fields = new TreeMap<>();
      json.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      fields.forEach(object::set);
      return object;
    }
    if (json.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      json.forEach(element -> array.add(sorted(element)));
      return array;
    }
    return json.isNumber() ? number(json) : json;
  }

  private static JsonNode number(JsonNode json) {
    if (json.isIntegralNumber() && json.canConvertToLong()) {
      return json;
    }
    BigDecimal value = json.decimalValue().stripTrailingZeros();
    // Beyond 64 bits the digits no longer say more than the double does.
    return value.scale() <= 0 && value.precision() - value.scale() <= 18
        ? JsonNodeFactory.instance.numberNode(value.longValueExact())
        : JsonNodeFactory.instance.numberNode(value.doubleValue());
  }
}
