package dev.muster.cli.rest;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The requests that the commands make. Whatever does not succeed is an {@link ApiFailure}. */
public final class MusterApi implements AutoCloseable {
  /** A page's size: the most that the API gives. */
  private static final int PAGE = 500;

  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final URI server;
  private final Asker asker;
  private final Duration patience;
  private final HttpClient client;

  /** Talks to the server at {@code server} in the name of {@code user}. */
  public MusterApi(URI server, String user) {
    this(server, user, Duration.ofSeconds(60));
  }

  MusterApi(URI server, String user, Duration patience) {
    this(server, Asker.named(user), patience);
  }

  /** Talks to the server at {@code server} for {@code asker}. */
  public MusterApi(URI server, Asker asker) {
    this(server, asker, Duration.ofSeconds(60));
  }

  private MusterApi(URI server, Asker asker, Duration patience) {
    this.server = server;
    this.asker = asker;
    this.patience = patience;
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    if ("http".equalsIgnoreCase(server.getScheme())) {
      builder.sslContext(noTls());
    } else {
      asker.authorities().map(Authorities::context).ifPresent(builder::sslContext);
    }
    this.client = builder.build();
  }

  public URI server() {
    return server;
  }

  public Answer get(ApiPath path) {
    return exchange(request(path).GET());
  }

  /** A document that stands beside the API, such as {@code /.well-known/…}. */
  public Answer document(String path) {
    return exchange(
        HttpRequest.newBuilder(URI.create(server + path))
            .header("Accept", "application/json")
            .GET());
  }

  public Answer delete(ApiPath path) {
    return exchange(request(path).DELETE());
  }

  public Answer post(ApiPath path, JsonNode body) {
    return send("POST", path, "application/json", Json.write(body));
  }

  public Answer patch(ApiPath path, JsonNode body) {
    return send("PATCH", path, "application/json", Json.write(body));
  }

  /** Posts a document in its own media type. */
  public Answer post(ApiPath path, String mediaType, String document) {
    return send("POST", path, mediaType, document);
  }

  /**
   * All items of a list, page after page, at most {@code limit}: {@code {"items": [...]}}, with
   * {@code next} when there are more.
   */
  public JsonNode list(ApiPath path, int limit) {
    ArrayNode items = Json.object().arrayNode();
    Optional<String> marker = Optional.empty();
    do {
      int page = Math.min(PAGE, limit - items.size());
      JsonNode answer =
          get(path.with("limit", Integer.toString(page)).with("marker", marker)).json();
      answer.path("items").forEach(items::add);
      marker = Json.optional(answer, "next");
    } while (marker.isPresent() && items.size() < limit);
    ObjectNode list = Json.object();
    list.set("items", items);
    marker.ifPresent(next -> list.put("next", next));
    return list;
  }

  /**
   * Opens an event stream.
   *
   * @throws IOException if it cannot be opened now; trying again may help
   * @throws ApiFailure if the server refuses it
   */
  InputStream open(ApiPath path) throws IOException, InterruptedException {
    HttpRequest request =
        request(path)
            .setHeader("Accept", "text/event-stream, application/problem+json")
            .timeout(patience)
            .GET()
            .build();
    HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
    String type = response.headers().firstValue("Content-Type").orElse("nothing that it names");
    if (response.statusCode() == 200 && type.startsWith("text/event-stream")) {
      return response.body();
    }
    if (response.statusCode() == 200) {
      response.body().close();
      throw ApiFailure.refused(
          "%s answers %s with %s where events were asked for: is there a proxy in between, or another version of Muster?"
              .formatted(server, path, type));
    }
    try (InputStream body = response.body()) {
      String text = new String(body.readNBytes(100_000), StandardCharsets.UTF_8);
      ApiFailure failure = refusal(response, text);
      if (failure.kind() == ApiFailure.Kind.UNAVAILABLE) {
        throw new IOException(failure.line());
      }
      throw failure;
    }
  }

  /** Ends what is under way. */
  @Override
  public void close() {
    client.shutdownNow();
  }

  private Answer send(String method, ApiPath path, String mediaType, String body) {
    return exchange(
        request(path)
            .header("Content-Type", mediaType)
            .method(method, BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(ApiPath path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path.toString()))
            .header("Muster-User", asker.user())
            .header("Accept", "application/json, application/problem+json");
    asker.token().get().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private Answer exchange(HttpRequest.Builder request) {
    // The request's own timeout does not fire on a body that stalls; cancelling does end it.
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    try {
      HttpResponse<String> response = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() >= 200 && response.statusCode() < 300) {
        return new Answer(response.statusCode(), response.body());
      }
      throw refusal(response, response.body());
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw unavailable("No answer from %s within %d s".formatted(server, patience.toSeconds()));
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw unavailable("Interrupted while waiting for " + server);
    } catch (ExecutionException e) {
      throw unavailable(reason(e.getCause()));
    }
  }

  private ApiFailure refusal(HttpResponse<?> response, String body) {
    return response.statusCode() / 100 == 3
        ? unavailable(
            "%s only points elsewhere: %s. Use that as --server."
                .formatted(server, response.headers().firstValue("Location").orElse("(nowhere)")))
        : ProblemWords.of(response.statusCode(), body);
  }

  /** Why there is no connection, in words. */
  String reason(@org.jspecify.annotations.Nullable Throwable cause) {
    if (cause instanceof HttpConnectTimeoutException) {
      return "Cannot reach %s: no connection within %d s. Is the address right, and no firewall between?"
          .formatted(server, CONNECT.toSeconds());
    }
    if (cause instanceof ConnectException) {
      return unresolved(cause)
          ? "Cannot reach %s: the name %s is unknown here.".formatted(server, server.getHost())
          : "Cannot reach %s: nothing listens there. Is Muster running (muster up)? Another address: --server or MUSTER_SERVER."
              .formatted(server);
    }
    String why = cause == null || cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")";
    return "The connection to %s broke%s. It is not known whether the request was carried out."
        .formatted(server, why);
  }

  /**
   * A context that trusts nobody, for connections that use none: reading the trusted certificates
   * would be a third of a command's time.
   */
  private static SSLContext noTls() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no TLS", e);
    }
  }

  private static boolean unresolved(Throwable cause) {
    for (Throwable t : causes(cause)) {
      if (t instanceof java.nio.channels.UnresolvedAddressException) {
        return true;
      }
    }
    return false;
  }

  private static List<Throwable> causes(Throwable top) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable t = top; t != null && causes.size() < 10; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }

  private static ApiFailure unavailable(String line) {
    return new ApiFailure(ApiFailure.Kind.UNAVAILABLE, line, List.of());
  }
}
