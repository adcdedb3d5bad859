package dev.muster.bench.process;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** As much of Muster's REST API as the benchmarks need. */
public final class Api implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  public Api(String url) {
    this.url = url;
  }

  /** The answer of a GET. */
  public JsonNode get(String path) {
    return send(HttpRequest.newBuilder(URI.create(url + path)).build());
  }

  /** The answer of a POST with JSON. */
  public JsonNode post(String path, Object body) {
    return send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(WireFormat.JSON.writeValueAsString(body)))
            .build());
  }

  /** Stores a playbook. */
  public void apply(String yaml) {
    send(
        HttpRequest.newBuilder(URI.create(url + "/v1/playbooks"))
            .header("Content-Type", "application/yaml")
            .POST(HttpRequest.BodyPublishers.ofString(yaml))
            .build());
  }

  /**
   * Looks at {@code path} until {@code good}, and returns what it saw.
   *
   * @throws IllegalStateException if that takes longer than {@code atMost}
   */
  public JsonNode await(String path, Duration atMost, Predicate<JsonNode> good) {
    Instant end = Instant.now().plus(atMost);
    JsonNode seen = get(path);
    while (!good.test(seen)) {
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException("still not there after %s: %s".formatted(atMost, seen));
      }
      pause(LOOK_EVERY);
      seen = get(path);
    }
    return seen;
  }

  /** Waits. */
  public static void pause(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  private JsonNode send(HttpRequest request) {
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new IllegalStateException(
            "%s %s: %d %s"
                .formatted(
                    request.method(), request.uri(), response.statusCode(), response.body()));
      }
      return response.body().isEmpty()
          ? WireFormat.JSON.missingNode()
          : WireFormat.JSON.readTree(response.body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
