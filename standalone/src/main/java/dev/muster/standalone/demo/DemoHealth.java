package dev.muster.standalone.demo;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a service of the demo says of itself.
 *
 * @param version empty if it has none
 */
record DemoHealth(long pid, String version) {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Asks the service on a port of loopback; empty while it is not up. */
  static Optional<DemoHealth> ask(HttpClient client, int port) {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health"))
                  .timeout(PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        return Optional.empty();
      }
      JsonNode said = WireFormat.JSON.readTree(answer.body());
      return Optional.of(
          new DemoHealth(said.path("pid").asLong(), said.path("version").asString("")));
    } catch (IOException notUp) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
