package dev.muster.standalone.acceptance;

import dev.muster.cli.rest.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * Watches the plans of a cluster as Kubernetes' clients do: it goes on from the last version that
 * it was told whenever the stream ends, so that nothing is missed while Muster is killed.
 */
final class PlanWatch implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final URI plans;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final LinkedBlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
  private final Thread reader;
  private volatile boolean closed;
  private String version = "";

  PlanWatch(String muster, String cluster) {
    this.plans =
        URI.create(
            "%s/k8s/clusters/%s/apis/autopilot.k0sproject.io/v1beta2/plans"
                .formatted(muster, cluster));
    this.reader = Thread.ofVirtual().name("plan-watch").start(this::watch);
  }

  /** Events that came since this was asked the last time: {@code {type, object}}. */
  List<JsonNode> take() {
    List<JsonNode> taken = new ArrayList<>();
    events.drainTo(taken);
    return taken;
  }

  private void watch() {
    while (!closed) {
      try {
        read();
      } catch (IOException away) {
        Awaitility.await().pollDelay(PAUSE).until(() -> true);
      } catch (InterruptedException over) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void read() throws IOException, InterruptedException {
    URI from =
        URI.create(
            plans
                + "?watch=true&allowWatchBookmarks=true"
                + (version.isEmpty() ? "" : "&resourceVersion=" + version));
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(from).build(), HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      if (answer.statusCode() != 200) {
        throw new IOException("the watch was answered by " + answer.statusCode());
      }
      String line = lines.readLine();
      while (line != null) {
        take(Json.parse(line));
        line = lines.readLine();
      }
    }
  }

  private void take(JsonNode event) {
    String type = Json.text(event, "type");
    if (type.equals("ERROR")) {
      // Not skipped: a gap would be a state that nobody checked.
      events.add(event);
      version = "";
      return;
    }
    version = Json.text(event.path("object").path("metadata"), "resourceVersion");
    if (!type.equals("BOOKMARK")) {
      events.add(event);
    }
  }

  @Override
  public void close() {
    closed = true;
    client.shutdownNow();
    reader.interrupt();
  }
}
