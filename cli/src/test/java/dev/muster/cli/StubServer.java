package dev.muster.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executors;

/** A server that answers what a test tells it to, and remembers what it was asked. */
public final class StubServer implements AutoCloseable {
  /** What it was asked. */
  public record Request(
      String line, String user, String contentType, String body, String authorization) {}

  /** Takes an exchange into its own hands. */
  public interface Script {
    void play(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final Map<String, Queue<Script>> scripts = new HashMap<>();
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

  private StubServer(HttpServer server) {
    this.server = server;
  }

  public static StubServer start() {
    return start(0);
  }

  public static StubServer start(int port) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      StubServer stub = new StubServer(HttpServer.create(address, 0));
      stub.server.createContext("/", stub::handle);
      stub.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      stub.server.start();
      return stub;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + port());
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Answers a request such as {@code GET /v1/runs?limit=50}; the last answer given is repeated. */
  public StubServer on(String line, int status, String body) {
    String type = status < 400 ? "application/json" : "application/problem+json";
    return on(line, exchange -> answer(exchange, status, type, body));
  }

  public StubServer on(String line, Script script) {
    synchronized (scripts) {
      scripts.computeIfAbsent(line, key -> new ArrayDeque<>()).add(script);
    }
    return this;
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  public Request lastRequest() {
    return requests().getLast();
  }

  public static void answer(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    requests.add(
        new Request(
            line,
            header(exchange, "Muster-User"),
            header(exchange, "Content-Type"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
            header(exchange, "Authorization")));
    Script script = next(line);
    script.play(exchange);
  }

  private Script next(String line) {
    synchronized (scripts) {
      Queue<Script> queue = scripts.get(line);
      if (queue == null) {
        return exchange ->
            answer(
                exchange,
                404,
                "application/problem+json",
                "{\"title\":\"Not found\",\"detail\":\"the stub knows no " + line + "\"}");
      }
      return queue.size() > 1 ? queue.remove() : queue.element();
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }
}
