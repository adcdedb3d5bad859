package dev.muster.activities.fake.sdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * Answers each path below {@code /api/unstable} with what a test wants, and is a good agent else.
 */
public final class Answers implements AutoCloseable {

  private static final String PREFIX = "/api/unstable";

  private final HttpServer server;
  private final Map<String, String> bodies = new ConcurrentHashMap<>();

  private Answers(HttpServer server) {
    this.server = server;
  }

  /** One of an idle, healthy node. */
  public static Answers of(String node) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      Answers answers = new Answers(server);
      answers.say("/info/node", "{\"node_id\":\"%s\",\"node_status\":\"HEALTHY\"}".formatted(node));
      answers.say("/info/store", "{\"cluster_id\":\"c\"}");
      answers.say("/actions/queue", "{\"actions\":[]}");
      answers.say("/actions/finished", "{\"actions\":[]}");
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", answers::handle);
      server.start();
      return answers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on this is the body of the answer there. */
  public Answers say(String path, String body) {
    bodies.put(path, body);
    return this;
  }

  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String path = exchange.getRequestURI().getPath();
    Optional<String> body =
        Optional.ofNullable(
            bodies.get(path.startsWith(PREFIX) ? path.substring(PREFIX.length()) : path));
    try (exchange) {
      byte[] bytes = body.orElse("").getBytes(StandardCharsets.UTF_8);
      String type =
          body.filter(text -> text.startsWith("<")).isPresent() ? "text/html" : "application/json";
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(
          body.isPresent() ? 200 : 404, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
