package dev.muster.domain.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.playbook.Finding;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Update configurations for tests, from text. */
final class UpdateConfigs {

  private UpdateConfigs() {}

  /** With a strategy, all else as it is without a word. */
  static String withStrategy(String strategy) {
    return whole("", "upgradeStrategy: " + strategy);
  }

  /** Periodic all day, with these commands. */
  static String withCommands(String commands) {
    return whole(
        "",
        "upgradeStrategy: {type: periodic, periodic: {startTime: '00:00', length: 24h}}",
        "planSpec: {commands: " + commands + "}");
  }

  /** With annotations, and lines of spec. */
  static String whole(String annotations, String... spec) {
    return """
    apiVersion: autopilot.k0sproject.io/v1beta2
    kind: UpdateConfig
    metadata:
      name: weekly
      annotations: {%s}
    spec:
      %s
    """
        .formatted(annotations, String.join("\n  ", spec));
  }

  static UpdateConfig config(String text) {
    UpdateConfigReading reading = UpdateConfigReader.read(json(text));
    assertThat(reading).isInstanceOf(UpdateConfigReading.Taken.class);
    return ((UpdateConfigReading.Taken) reading).config();
  }

  static List<Finding> findings(String text) {
    UpdateConfigReading reading = UpdateConfigReader.read(json(text));
    assertThat(reading).isInstanceOf(UpdateConfigReading.Unfit.class);
    return ((UpdateConfigReading.Unfit) reading).findings();
  }

  static JsonNode json(String text) {
    return DocumentText.read(
            text, new DocumentText.Rules("an object", 1, 1000, DocumentText.UnknownTags.REFUSED))
        .root()
        .orElseThrow(() -> new IllegalArgumentException("not YAML: " + text));
  }
}
