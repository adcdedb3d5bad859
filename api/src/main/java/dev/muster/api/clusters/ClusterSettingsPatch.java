package dev.muster.api.clusters;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Labels;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.request.SettingsPatch;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Changes some of a cluster's settings and labels, or ends the request. */
final class ClusterSettingsPatch {

  private ClusterSettingsPatch() {}

  static ClusterSettings settings(ClusterSettings current, Map<String, JsonNode> patch) {
    return switch (SettingsPatch.apply(current, patch)) {
      case SettingsPatch.Fits(ClusterSettings settings) -> settings;
      case SettingsPatch.Wrong wrong -> throw ProblemException.unfit(wrong.finding());
    };
  }

  static Map<String, String> labels(Map<String, String> current, Map<String, JsonNode> patch) {
    Map<String, String> merged = new TreeMap<>(current);
    patch.forEach((label, value) -> {
      if (value.isNull()) {
        merged.remove(label);
      } else if (value.isString()) {
        merged.put(label, value.asString());
      } else {
        throw ProblemException.badRequest(
            "labels: %s: %s (expected: a text, or null to remove it)".formatted(label, value));
      }
    });
    return Labels.require(merged);
  }
}
