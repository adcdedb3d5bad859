package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** What a process counts, as Prometheus reads it. */
final class Metrics {

  private Metrics() {}

  /**
   * The sum of a metric's samples in the process whose HTTP port is {@code port}; 0 without any.
   */
  static double sum(int port, String name) {
    URI address = URI.create("http://127.0.0.1:%d/actuator/prometheus".formatted(port));
    try (var body = address.toURL().openStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    } catch (IOException away) {
      throw new UncheckedIOException(away);
    }
  }
}
