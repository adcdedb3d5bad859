package dev.muster.worker.discovery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** A real server that names nodes, or does not. */
final class NodeServer implements AutoCloseable {

  private final HttpServer server;

  /** What becomes of a request. */
  interface Script {
    void answer(HttpExchange exchange) throws IOException;
  }

  private NodeServer(HttpServer server) {
    this.server = server;
  }

  static NodeServer start(Script script) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", script::answer);
    server.start();
    return new NodeServer(server);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Should somebody follow a redirect, it leads away. */
  static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Location", "http://elsewhere.example/");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
