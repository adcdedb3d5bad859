package dev.muster.kubernetes.patches;

import dev.muster.domain.protocol.WireFormat;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** RFC 7396: fields replace fields, null removes them. */
public final class MergePatch {

  private MergePatch() {}

  public static JsonNode apply(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode result =
        target.isObject() ? (ObjectNode) target.deepCopy() : WireFormat.JSON.createObjectNode();
    patch
        .properties()
        .forEach(field -> {
          if (field.getValue().isNull()) {
            result.remove(field.getKey());
          } else {
            result.set(field.getKey(), apply(result.path(field.getKey()), field.getValue()));
          }
        });
    return result;
  }
}
