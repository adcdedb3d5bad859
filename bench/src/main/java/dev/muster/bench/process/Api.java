package dev.muster.bench.process;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
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

/** Muster's REST API, and waiting for what it shows. */
public final class Api implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** Who looks may not be what is measured: an answer that takes long is asked for less often. */
  private static final int MOST_OF = 20;

  private final MusterApi api;
  private final String url;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public Api(String url) {
    this.url = url;
    api = new MusterApi(URI.create(url), "bench");
  }

  /** The answer of a GET. */
  public JsonNode get(ApiPath path) {
    return api.get(path).json();
  }

  /** The answer of a POST with JSON. */
  public JsonNode post(ApiPath path, JsonNode body) {
    return api.post(path, body).json();
  }

  /** The answer of a PATCH with JSON. */
  public JsonNode patch(ApiPath path, JsonNode body) {
    return api.patch(path, body).json();
  }

  /** Follows a run that is over until the stream ends; how many events it had. */
  public int follow(ApiPath events) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + events))
            .header("Accept", "text/event-stream")
            .build();
    try {
      return (int)
          client
              .send(request, HttpResponse.BodyHandlers.ofString())
              .body()
              .lines()
              .filter(line -> line.startsWith("event:"))
              .count();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  /** Stores a playbook. */
  public void apply(String yaml) {
    api.post(ApiPath.of("playbooks"), "application/yaml", yaml);
  }

  /** Starts a run of a playbook and returns its id. */
  public String startRun(String cluster, String playbook) {
    JsonNode body = Json.object().put("playbook", playbook).put("reason", "benchmark");
    return Json.text(post(ApiPath.of("clusters", cluster, "runs"), body), "id");
  }

  /**
   * Waits for a run's end and returns it as lists show it.
   *
   * @throws IllegalStateException if it did not complete, or takes longer than {@code atMost}
   */
  public JsonNode awaitCompleted(String cluster, String run, Duration atMost) {
    JsonNode shown =
        await(
                ApiPath.of("runs").with("cluster", cluster).with("limit", "1"),
                atMost,
                page -> page.path("items").path(0).has("finishedAt"))
            .path("items")
            .path(0);
    if (!Json.text(shown, "id").equals(run) || !Json.text(shown, "state").equals("Completed")) {
      throw new IllegalStateException("the run did not complete: " + shown);
    }
    return shown;
  }

  /**
   * Looks at {@code path} until {@code good}, and returns what it saw.
   *
   * @throws IllegalStateException if that takes longer than {@code atMost}
   */
  public JsonNode await(ApiPath path, Duration atMost, Predicate<JsonNode> good) {
    return await(path, atMost, LOOK_EVERY, good);
  }

  /**
   * Looks at {@code path} no more often than {@code every} until {@code good}.
   *
   * @throws IllegalStateException if that takes longer than {@code atMost}
   */
  public JsonNode await(ApiPath path, Duration atMost, Duration every, Predicate<JsonNode> good) {
    Instant end = Instant.now().plus(atMost);
    Instant asked = Instant.now();
    JsonNode seen = get(path);
    while (!good.test(seen)) {
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException("still not there after %s: %s".formatted(atMost, seen));
      }
      pause(longer(every, Duration.between(asked, Instant.now()).multipliedBy(MOST_OF)));
      asked = Instant.now();
      seen = get(path);
    }
    return seen;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
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

  @Override
  public void close() {
    api.close();
    client.close();
  }
}
