package dev.muster.api.clusters;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Labels;
import dev.muster.api.requests.MergePatch;
import dev.muster.api.requests.StrictJson;
import dev.muster.domain.cluster.ClusterSettings;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes some of a cluster's settings and labels, checking the result as a whole. */
final class ClusterSettingsPatch {

  private ClusterSettingsPatch() {}

  static ClusterSettings settings(ClusterSettings current, Map<String, JsonNode> patch) {
    ObjectNode merged = MergePatch.apply(StrictJson.MAPPER.valueToTree(current), patch);
    try {
      return StrictJson.MAPPER.treeToValue(merged, ClusterSettings.class);
    } catch (JacksonException e) {
      throw ProblemException.unreadable("settings", e);
    }
  }

  static Map<String, String> labels(Map<String, String> current, Map<String, JsonNode> patch) {
    patch.forEach((label, value) -> {
      if (!value.isString() && !value.isNull()) {
        throw ProblemException.badRequest(
            "labels: %s: %s (expected: a text, or null to remove it)".formatted(label, value));
      }
    });
    ObjectNode merged = MergePatch.apply(StrictJson.MAPPER.valueToTree(current), patch);
    Map<String, String> labels = new java.util.TreeMap<>();
    merged.properties().forEach(field -> labels.put(field.getKey(), field.getValue().asString()));
    return Labels.require(labels);
  }
}
