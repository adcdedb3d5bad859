package dev.muster.worker.autopilot;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A real update server of k0s with one channel, that says what it is told to. */
public final class UpdateServer implements AutoCloseable {

  private final HttpServer server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile String answer = "";

  /**
   * A request.
   *
   * @param uri path and query
   * @param headers names in small letters
   */
  public record Asked(String uri, Map<String, String> headers) {}

  private UpdateServer(HttpServer server) {
    this.server = server;
  }

  public static UpdateServer start() {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      UpdateServer server = new UpdateServer(http);
      http.createContext("/", server::answer);
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(
        new Asked(
            exchange.getRequestURI().toString(),
            exchange.getRequestHeaders().entrySet().stream()
                .collect(
                    Collectors.toMap(
                        header -> header.getKey().toLowerCase(java.util.Locale.ROOT),
                        header -> header.getValue().getFirst()))));
    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Location", "http://elsewhere.example/");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Offers a version, whose file for linux-amd64 is there. */
  public void offers(String version, String file, String sha256) {
    answers(
        200,
        """
        channel: stable
        version: %s
        downloadURLs:
        - os: linux
          arch: amd64
          k0s: %s
          k0sSha256: %s
        """
            .formatted(version, file, sha256));
  }

  public void answers(int newStatus, String text) {
    status = newStatus;
    answer = text;
  }

  public List<Asked> asked() {
    return asked;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
