package dev.muster.standalone.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;

/** What stands between Muster and an agent, and may lose or double what passes. */
final class FaultyDoor implements AutoCloseable {

  /** What becomes of a request. */
  enum Manner {
    WELL,
    CUT_BEFORE,
    CUT_AFTER,
    TWICE
  }

  private final HttpServer server;
  private final String agent;
  private final HttpClient client = HttpClient.newHttpClient();
  private Manner manner = Manner.WELL;
  private String method = "";
  private int left;
  private int struck;

  private FaultyDoor(HttpServer server, String agent) {
    this.server = server;
    this.agent = agent;
  }

  /** Opens one to an agent that listens there, or will. */
  static FaultyDoor to(String agent) {
    try {
      HttpServer server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), PortBlock.free()), 0);
      FaultyDoor door = new FaultyDoor(server, agent);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", door::handle);
      server.start();
      return door;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** So many of the next requests by this method pass in this manner. */
  synchronized void next(Manner manner, String method, int requests) {
    this.manner = manner;
    this.method = method;
    this.left = requests;
    this.struck = 0;
  }

  /** How many requests did not pass well since {@link #next}. */
  synchronized int struck() {
    return struck;
  }

  @Override
  public void close() {
    server.stop(0);
    client.shutdownNow();
  }

  private synchronized Manner of(HttpExchange exchange) {
    if (left == 0 || !exchange.getRequestMethod().equals(method)) {
      return Manner.WELL;
    }
    left--;
    struck++;
    return manner;
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    // An exchange that is closed without an answer closes its connection.
    try (exchange) {
      switch (of(exchange)) {
        case WELL -> answer(exchange, forward(exchange, body).join());
        case CUT_BEFORE -> {}
        case CUT_AFTER -> forward(exchange, body).join();
        case TWICE -> {
          CompletableFuture<HttpResponse<byte[]>> first = forward(exchange, body);
          CompletableFuture<HttpResponse<byte[]>> second = forward(exchange, body);
          first.join();
          answer(exchange, second.join());
        }
      }
    } catch (CompletionException agentIsAway) {
      // As if nobody listened.
    }
  }

  private CompletableFuture<HttpResponse<byte[]>> forward(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(agent + exchange.getRequestURI()))
            .version(HttpClient.Version.HTTP_1_1)
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    copy(exchange, request, "Content-Type");
    copy(exchange, request, "Authorization");
    return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static void copy(HttpExchange from, HttpRequest.Builder to, String header) {
    String value = from.getRequestHeaders().getFirst(header);
    if (value != null) {
      to.header(header, value);
    }
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach((name, values) -> {
          if (name.equalsIgnoreCase("content-type") || name.startsWith("muster-")) {
            values.forEach(value -> exchange.getResponseHeaders().add(name, value));
          }
        });
    byte[] body = answer.body();
    exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
