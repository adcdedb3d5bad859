package dev.muster.cli.login;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Asks a provider as OAuth 2.0 does: a form goes, JSON comes. */
public final class Forms implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int OK = 200;

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /** What it answered. */
  public record Reply(int status, JsonNode json) {

    boolean isGood() {
      return status == OK;
    }

    /** Its word for what is wrong, such as {@code invalid_grant}. */
    String error() {
      return Json.optional(json, "error").orElse("HTTP " + status);
    }
  }

  /**
   * A document.
   *
   * @throws ApiFailure if there is none
   */
  public JsonNode get(URI address) {
    Reply reply = send(address, HttpRequest.newBuilder(address).GET());
    if (!reply.isGood()) {
      throw ApiFailure.unavailable("%s: HTTP %d".formatted(address, reply.status()));
    }
    return reply.json();
  }

  Reply post(URI address, Map<String, String> fields) {
    String form =
        fields.entrySet().stream()
            .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
    return send(
        address,
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  private Reply send(URI address, HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          client.send(
              request.header("Accept", "application/json").timeout(PATIENCE).build(),
              BodyHandlers.ofString(StandardCharsets.UTF_8));
      return new Reply(response.statusCode(), json(response.body()));
    } catch (IOException e) {
      throw ApiFailure.unavailable(
          "The identity provider does not answer at %s%s. Try again in a moment."
              .formatted(address, e.getMessage() == null ? "" : " (" + e.getMessage() + ")"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiFailure.unavailable("Interrupted while waiting for " + address);
    }
  }

  private static JsonNode json(String body) {
    try {
      return body.isBlank() ? Json.object() : Json.parse(body);
    } catch (JacksonException page) {
      return Json.object();
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
