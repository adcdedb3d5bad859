package dev.muster.api.requests;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes some fields of an object and leaves the others, as RFC 7396 has it: null removes. */
public final class MergePatch {

  private MergePatch() {}

  /** A copy of {@code target} with the fields of {@code patch}. */
  public static ObjectNode apply(ObjectNode target, Map<String, JsonNode> patch) {
    ObjectNode merged = target.deepCopy();
    for (Map.Entry<String, JsonNode> field : patch.entrySet()) {
      if (field.getValue().isNull()) {
        merged.remove(field.getKey());
      } else {
        merged.set(field.getKey(), field.getValue());
      }
    }
    return merged;
  }
}
