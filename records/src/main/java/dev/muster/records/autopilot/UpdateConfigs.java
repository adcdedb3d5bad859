package dev.muster.records.autopilot;

import dev.muster.domain.playbook.Finding;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Which update configurations are admitted. */
final class UpdateConfigs {

  private UpdateConfigs() {}

  /** What is wrong with one; empty if it is admitted. */
  static List<Finding> findings(JsonNode object) {
    return object.path("spec").isObject()
        ? List.of()
        : List.of(new Finding("/spec", "is missing (expected: an object with updateServer)"));
  }
}
