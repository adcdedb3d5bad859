package dev.muster.api.infrastructure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the engine is, {@code muster.temporal.*}.
 *
 * @param address {@code host:port}
 * @param engine what it is, for people: embedded, dev-server or server
 */
@ConfigurationProperties("muster.temporal")
public record TemporalSettings(
    @DefaultValue("127.0.0.1:7233") String address,
    @DefaultValue("default") String namespace,
    @DefaultValue("server") String engine) {

  public TemporalSettings {
    if (!address.matches("[^\\s:/]+:[0-9]{1,5}|\\[[0-9a-fA-F:]+]:[0-9]{1,5}")) {
      throw new IllegalArgumentException(
          "muster.temporal.address: '%s' (expected: host:port)".formatted(address));
    }
  }
}
