package dev.muster.worker.autopilot;

import dev.muster.worker.servers.NamedServer;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How update servers of k0s are asked, {@code muster.autopilot.*}.
 *
 * @param lookEvery between two looks of a periodic configuration within its window
 * @param deadline for a whole answer of a server
 * @param servers by any name, that take a token or whose authority is not Java's
 */
@ConfigurationProperties("muster.autopilot")
public record UpdateSettings(
    @DefaultValue("10m") Duration lookEvery,
    @DefaultValue("10s") Duration deadline,
    @DefaultValue Map<String, NamedServer> servers) {

  public UpdateSettings {
    positive("look-every", lookEvery);
    positive("deadline", deadline);
    NamedServer.check("muster.autopilot.servers", servers);
  }

  private static void positive(String setting, Duration value) {
    if (!value.isPositive()) {
      throw new IllegalArgumentException(
          "muster.autopilot.%s: %s (expected: > 0)".formatted(setting, value));
    }
  }
}
