package dev.muster.records.autopilot;

import dev.muster.domain.autopilot.UpdateConfig;
import dev.muster.domain.autopilot.UpdateConfigReader;
import dev.muster.domain.autopilot.UpdateConfigReading;
import dev.muster.domain.autopilot.UpdateWindow;
import dev.muster.domain.playbook.Finding;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Which update configurations are admitted, and when they look first. */
final class UpdateConfigs {

  private UpdateConfigs() {}

  /** What is wrong with one; empty if it is admitted. */
  static List<Finding> findings(JsonNode object) {
    return switch (UpdateConfigReader.read(object)) {
      case UpdateConfigReading.Taken taken -> List.of();
      case UpdateConfigReading.Unfit(List<Finding> findings) -> findings;
    };
  }

  /** When one looks that was made or changed at {@code now}. */
  static Optional<Instant> first(JsonNode object, Instant now) {
    return switch (UpdateConfigReader.read(object)) {
      case UpdateConfigReading.Taken(UpdateConfig config) ->
          UpdateWindow.first(config.strategy(), now);
      case UpdateConfigReading.Unfit unfit -> Optional.empty();
    };
  }
}
