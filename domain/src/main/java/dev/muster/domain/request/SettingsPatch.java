package dev.muster.domain.request;

import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.playbook.Finding;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A change of some of a cluster's settings; what becomes of them is checked as a whole. */
public sealed interface SettingsPatch {

  /** The settings with the change. */
  record Fits(ClusterSettings settings) implements SettingsPatch {}

  /** Nothing changes. */
  record Wrong(Finding finding) implements SettingsPatch {

    /** Where and why, as one line. */
    public String text() {
      return Unfit.line(finding);
    }
  }

  /** What {@code patch} names changes, also within an object; null removes a limit. */
  static SettingsPatch apply(ClusterSettings current, Map<String, JsonNode> patch) {
    ObjectNode merged = StrictJson.MAPPER.valueToTree(current);
    patch.forEach((name, value) -> {
      if (value instanceof ObjectNode part && merged.path(name) instanceof ObjectNode known) {
        known.setAll(part);
      } else {
        merged.set(name, value);
      }
    });
    try {
      return new Fits(StrictJson.MAPPER.treeToValue(merged, ClusterSettings.class));
    } catch (JacksonException e) {
      return new Wrong(Unfit.finding("/settings", e));
    }
  }
}
