package dev.muster.agent.probe;

import dev.muster.agent.process.ProcessIdentity;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Up while the process runs that an agent noted in a file: beyond doubt that one, not another with
 * its id.
 */
public record ProcessProbe(Path file) implements Probe {

  @Override
  public ProbeReading look(Duration limit) {
    try {
      Optional<ProcessIdentity> noted = ProcessIdentity.read(file);
      if (noted.isEmpty()) {
        return reading(ProbeReading.Health.DOWN, "it was not begun");
      }
      String process = "process " + noted.get().pid();
      return noted.get().isAlive()
          ? reading(ProbeReading.Health.UP, process + " runs")
          : reading(ProbeReading.Health.DOWN, process + " is gone");
    } catch (IOException unreadable) {
      return reading(ProbeReading.Health.DOWN, "cannot be read: " + Failures.shown(unreadable));
    }
  }

  @Override
  public String target() {
    return file.toString();
  }

  private static ProbeReading reading(ProbeReading.Health health, String detail) {
    return new ProbeReading(health, detail, WireFormat.JSON.createObjectNode());
  }
}
