package dev.muster.standalone.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An update server of k0s with the channel {@code stable}, in both of its protocols. */
final class K0sChannel implements AutoCloseable {

  private static final Pattern FILE =
      Pattern.compile("linux-(\\w+): \\{url: '([^']+)', sha256: ([0-9a-f]+)}");

  private final HttpServer server;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile String index = "";
  private volatile String update = "";

  private K0sChannel(HttpServer server) {
    this.server = server;
  }

  static K0sChannel start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    K0sChannel channel = new K0sChannel(server);
    server.createContext("/", channel::answer);
    server.start();
    return channel;
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Offers a version with these files, which are as a plan has them. */
  void offers(String version, String platforms) {
    StringBuilder list = new StringBuilder("version: " + version + "\ndownloadURLs:\n");
    StringBuilder map = new StringBuilder("version: " + version + "\ndownloadURLs:\n  k0s:\n");
    Matcher file = FILE.matcher(platforms);
    while (file.find()) {
      list.append(
          "- {os: linux, arch: %s, k0s: '%s', k0sSha256: %s}%n"
              .formatted(file.group(1), file.group(2), file.group(3)));
      map.append("    linux-%s: '%s'%n".formatted(file.group(1), file.group(2)));
    }
    index = list.toString();
    update = map.toString();
  }

  /** Paths and queries of all requests. */
  List<String> asked() {
    return asked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(exchange.getRequestURI().toString());
      String text =
          switch (exchange.getRequestURI().getPath()) {
            case "/stable/index.yaml" -> index;
            case "/stable" -> update;
            default -> "";
          };
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(
          body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
