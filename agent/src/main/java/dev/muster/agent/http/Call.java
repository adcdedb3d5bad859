package dev.muster.agent.http;

import com.sun.net.httpserver.HttpExchange;
import dev.muster.agent.json.JsonErrors;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;

/** One request and its answer. */
final class Call {

  static final int BODY_LIMIT = 1024 * 1024;

  private static final int LONGEST_WAIT_SECONDS = 60;

  /**
   * Of a body that is too large, this much is taken so that the sender comes to read the answer.
   */
  private static final long SWALLOW_LIMIT = 256L * 1024 * 1024;

  private final HttpExchange exchange;
  private final List<String> path;

  Call(HttpExchange exchange) {
    this.exchange = exchange;
    this.path = List.of(exchange.getRequestURI().getRawPath().substring(1).split("/", -1));
  }

  String method() {
    return exchange.getRequestMethod();
  }

  /** The segments of the path. */
  List<String> path() {
    return path;
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  /**
   * The hosts that the request names: by its header, and by its target if that is a whole address.
   *
   * @throws ProblemException if it does not name exactly one by its header; HTTP/1.0 need not
   */
  List<String> hosts() {
    List<String> hosts =
        new ArrayList<>(exchange.getRequestHeaders().getOrDefault("Host", List.of()));
    if (hosts.size() > 1 || (hosts.isEmpty() && !exchange.getProtocol().equals("HTTP/1.0"))) {
      throw RequestProblem.badRequest(
          "%d Host headers (expected: exactly one)".formatted(hosts.size()));
    }
    Optional.ofNullable(exchange.getRequestURI().getRawAuthority()).ifPresent(hosts::add);
    return hosts;
  }

  /** The address of this machine at which the request arrived. */
  InetAddress calledAt() {
    return exchange.getLocalAddress().getAddress();
  }

  /** The path's segment as the id of an action. */
  UUID id(int segment) {
    String text = path.get(segment);
    try {
      if (text.length() == 36) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException bad) {
      // the same message serves
    }
    throw RequestProblem.badRequest(
        "the id of an action is a UUID, not '%s'".formatted(shortened(text)));
  }

  /** A parameter of the query, a whole number that is not negative. */
  Optional<Long> number(String name) {
    return parameter(name)
        .map(text -> {
          if (!text.matches("\\d{1,18}")) {
            throw RequestProblem.badRequest(
                "%s: '%s' (expected: a whole number, 0 or more)".formatted(name, shortened(text)));
          }
          return Long.parseLong(text);
        });
  }

  /** How long the caller wants to wait for a change; nothing if it does not. */
  Duration waiting() {
    long seconds = number("wait").orElse(0L);
    if (seconds > LONGEST_WAIT_SECONDS) {
      throw RequestProblem.badRequest(
          "wait: %d (expected: at most %d seconds)".formatted(seconds, LONGEST_WAIT_SECONDS));
    }
    return Duration.ofSeconds(seconds);
  }

  /** The body as JSON. Fractions keep all their digits. */
  JsonNode json() throws IOException {
    byte[] body = body();
    try {
      JsonNode node =
          WireFormat.JSON
              .readerFor(JsonNode.class)
              .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
              .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
              .readValue(body);
      if (node == null || node.isMissingNode()) {
        throw RequestProblem.badRequest("the body is empty (expected: JSON)");
      }
      return node;
    } catch (JacksonException bad) {
      throw RequestProblem.badRequest("the body is no JSON: " + JsonErrors.shown(bad));
    }
  }

  /** Answers with JSON. */
  void answer(int status, Object value) throws IOException {
    answer(status, "application/json", WireFormat.JSON.writeValueAsBytes(value));
  }

  /** Answers with what {@code content} is. */
  void answer(int status, String contentType, byte[] content) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
    if (content.length > 0) {
      exchange.getResponseBody().write(content);
    }
    exchange.close();
  }

  /** Begins an answer of unknown length. */
  OutputStream stream(String contentType) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  /** Sets a header of the answer. */
  void set(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
  }

  private byte[] body() throws IOException {
    Optional<String> announced = header("Content-Length");
    InputStream body = exchange.getRequestBody();
    boolean tooLong =
        announced
            .filter(length -> length.length() > 9 || Long.parseLong(length) > BODY_LIMIT)
            .isPresent();
    byte[] bytes = tooLong ? new byte[0] : body.readNBytes(BODY_LIMIT + 1);
    if (tooLong || bytes.length > BODY_LIMIT) {
      swallow(body);
      throw RequestProblem.tooLarge(BODY_LIMIT);
    }
    return bytes;
  }

  /** Many clients read the answer only when they have sent everything. */
  private static void swallow(InputStream body) throws IOException {
    byte[] rest = new byte[64 * 1024];
    long swallowed = 0;
    int read = body.read(rest);
    while (read >= 0 && swallowed < SWALLOW_LIMIT) {
      swallowed += read;
      read = body.read(rest);
    }
  }

  private Optional<String> parameter(String name) {
    String query = exchange.getRequestURI().getRawQuery();
    for (String pair : query == null ? new String[0] : query.split("&", -1)) {
      int sign = pair.indexOf('=');
      if (sign > 0 && pair.substring(0, sign).equals(name)) {
        return Optional.of(decoded(pair.substring(sign + 1)));
      }
    }
    return Optional.empty();
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException bad) {
      throw RequestProblem.badRequest("the query cannot be decoded");
    }
  }

  static String shortened(String text) {
    return Shortened.to(100, text);
  }
}
