package dev.muster.agent.probe;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** Up when a connection is accepted. */
public record TcpProbe(String host, int port) implements Probe {

  @Override
  public ProbeReading look(Duration limit) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), (int) limit.toMillis());
      return reading(ProbeReading.Health.UP, "accepts connections");
    } catch (IOException | IllegalArgumentException failed) {
      return reading(ProbeReading.Health.DOWN, Failures.shown(failed));
    }
  }

  @Override
  public String target() {
    return host + ":" + port;
  }

  private static ProbeReading reading(ProbeReading.Health health, String detail) {
    return new ProbeReading(health, detail, WireFormat.JSON.createObjectNode());
  }
}
