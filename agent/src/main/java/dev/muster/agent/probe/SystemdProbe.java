package dev.muster.agent.probe;

import dev.muster.agent.process.ShortCommand;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What systemd says about a unit. */
public record SystemdProbe(String unit) implements Probe {

  @Override
  public ProbeReading look(Duration limit) throws InterruptedException {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    try {
      ShortCommand.Result result =
          ShortCommand.run(List.of("systemctl", "is-active", "--", unit), System.getenv(), limit);
      String state = result.output().lines().findFirst().orElse("no answer").strip();
      outputs.put("systemd", state);
      return new ProbeReading(health(state), state, outputs);
    } catch (IOException impossible) {
      return new ProbeReading(
          ProbeReading.Health.UNWELL,
          "systemctl cannot be run: " + impossible.getMessage(),
          outputs);
    }
  }

  @Override
  public String target() {
    return unit;
  }

  /** Activating, deactivating and reloading are on the way; so is what systemd cannot say. */
  private static ProbeReading.Health health(String state) {
    return switch (state) {
      case "active" -> ProbeReading.Health.UP;
      case "inactive", "failed" -> ProbeReading.Health.DOWN;
      default -> ProbeReading.Health.UNWELL;
    };
  }
}
