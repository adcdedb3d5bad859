package dev.muster.domain.core;

import dev.muster.domain.shown.DurationText;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What {@code http} takes.
 *
 * @param body what is sent; without it the action's record is, where the method has a body
 * @param timeout of one request
 * @param every between two requests, while the server needs longer
 * @param retries how often the server may say that it is to be tried again later
 */
public record HttpWork(
    URI url,
    String method,
    Map<String, String> headers,
    Optional<JsonNode> body,
    Duration timeout,
    Duration every,
    int retries,
    Expect expect) {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration LONGEST_EVERY = Duration.ofDays(1);
  private static final int USUAL_RETRIES = 3;
  private static final int MOST_RETRIES = 1_000;

  /** Which answers are good. */
  public enum Expect {
    /** 200 with a state, or 204: the server says when it is done, as Replicante's remote steps. */
    CHANGES,
    /** Any status from 200 to 299, which is the end of it. */
    SUCCESS
  }

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static HttpWork of(JsonNode args) {
    CoreArguments given =
        new CoreArguments(
            args, "url", "method", "headers", "body", "timeout", "every", "retries", "expect");
    String method = given.word("method", "POST", List.of("GET", "POST", "PUT", "PATCH", "DELETE"));
    return new HttpWork(
        given.url("url"),
        method,
        given.headers("headers"),
        given.value("body"),
        given.duration("timeout", Duration.ofMillis(100), LONGEST_TIMEOUT).orElse(TIMEOUT),
        given.duration("every", Duration.ofMillis(100), LONGEST_EVERY).orElse(EVERY),
        given.number("retries", USUAL_RETRIES, MOST_RETRIES),
        given.word("expect", "changes", List.of("changes", "success")).equals("changes")
            ? Expect.CHANGES
            : Expect.SUCCESS);
  }

  /** Whether the action's record is sent. */
  public boolean sendsRecord() {
    return body.isEmpty() && !method.equals("GET") && !method.equals("DELETE");
  }

  /**
   * What follows from an answer.
   *
   * @param retried how often it was tried again before
   */
  public CoreNext next(HttpAnswer answer, int retried, Instant now) {
    return switch (expect) {
      case SUCCESS ->
          answer.isSuccess()
              ? new CoreNext.Succeeded(answer.outputs())
              : broken(answer, "any from 200 to 299");
      case CHANGES ->
          switch (answer.status()) {
            case 204 -> again(now, Optional.empty());
            case 200 -> changes(answer, retried, now);
            default -> broken(answer, "200 with a state, or 204");
          };
    };
  }

  private CoreNext changes(HttpAnswer answer, int retried, Instant now) {
    JsonNode json = answer.json();
    Optional<JsonNode> payload = Optional.of(json.path("payload")).filter(one -> one.isObject());
    return switch (json.path("state").asString("")) {
      case "RUNNING" -> again(now, payload);
      case "DONE" -> new CoreNext.Succeeded(payload.orElseGet(answer::outputs));
      case "RETRY" -> retry(json, retried, now);
      case "FAILED" ->
          new CoreNext.Broken(
              "%s says that it failed: %s".formatted(server(url), error(json.path("error"))),
              payload.or(() -> Optional.of(answer.asItCame())));
      default ->
          new CoreNext.Broken(
              "%s answered 200 without a state (expected: JSON such as {\"state\": \"DONE\"}, with RUNNING, DONE, FAILED or RETRY; or expect: success in the step)"
                  .formatted(server(url)),
              Optional.of(answer.asItCame()));
    };
  }

  private CoreNext retry(JsonNode json, int retried, Instant now) {
    String why =
        "%s says that it is to be tried again: %s"
            .formatted(server(url), error(json.path("error")));
    if (retried >= retries) {
      return new CoreNext.Broken(
          "%s; it was tried again %d times".formatted(why, retried), Optional.empty());
    }
    try {
      Duration after =
          json.path("after").isString()
              ? DurationText.parse(json.path("after").stringValue())
              : every;
      return new CoreNext.Retry(
          now.plus(after.compareTo(LONGEST_EVERY) < 0 ? after : LONGEST_EVERY), why);
    } catch (IllegalArgumentException unfit) {
      return new CoreNext.Broken(
          "%s, after %s (expected: a duration such as 30s)".formatted(why, json.path("after")),
          Optional.empty());
    }
  }

  private CoreNext again(Instant now, Optional<JsonNode> payload) {
    return new CoreNext.Again(now.plus(every), payload, Optional.empty());
  }

  private CoreNext broken(HttpAnswer answer, String expected) {
    return new CoreNext.Broken(
        "%s answered with status %d (expected: %s)"
            .formatted(server(url), answer.status(), expected),
        Optional.of(answer.asItCame()));
  }

  /** As Replicante writes it, or just a text. */
  private static String error(JsonNode error) {
    String message =
        error.isString()
            ? error.stringValue()
            : error.path("message").asString(error.path("info").path("message").asString(""));
    return message.isBlank() ? "it gives no reason" : message;
  }

  /** A URL without what may be private in it. */
  public static String server(URI url) {
    String path = url.getRawPath() == null ? "" : url.getRawPath();
    return "%s://%s%s".formatted(url.getScheme(), url.getRawAuthority(), path);
  }
}
