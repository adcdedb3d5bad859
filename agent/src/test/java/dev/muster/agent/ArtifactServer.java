package dev.muster.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A web server with one artifact, which answers well or as badly as the test asks it to. */
final class ArtifactServer implements AutoCloseable {

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-");
  private static final int BLOCK = 4096;

  private final HttpServer server;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Manner> manners = new ConcurrentLinkedQueue<>();
  private volatile byte[] content;
  private volatile String tag = "\"one\"";

  private ArtifactServer(HttpServer server, byte[] content) {
    this.server = server;
    this.content = content;
  }

  /** What was asked. */
  record Request(
      String target,
      Optional<String> range,
      Optional<String> authorization,
      Optional<String> proxyAuthorization,
      Optional<String> secret) {}

  /** How one request is answered. */
  sealed interface Manner {

    /** As it should be. */
    record Well() implements Manner {}

    /** As it should be, but whole whatever is asked for. */
    record WithoutRanges() implements Manner {}

    /** In pieces, without saying how much it is. */
    record OfUnknownLength() implements Manner {}

    /** The connection is cut after so many bytes. */
    record CutAfter(int bytes) implements Manner {}

    /** Nothing more comes after so many bytes, until the gate is open. */
    record HeldAfter(int bytes, CountDownLatch held, CountDownLatch gate) implements Manner {

      static HeldAfter bytes(int bytes) {
        return new HeldAfter(bytes, new CountDownLatch(1), new CountDownLatch(1));
      }
    }

    /** With an error. */
    record Status(int code) implements Manner {}

    /** By saying where it is. */
    record Elsewhere(String url) implements Manner {}
  }

  static ArtifactServer of(byte[] content) throws IOException {
    return of(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), content);
  }

  static ArtifactServer of(HttpServer http, byte[] content) {
    ArtifactServer server = new ArtifactServer(http, content);
    http.createContext("/", server::answer);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.start();
    return server;
  }

  /** How the next requests are answered, each of these for one; well after that. */
  ArtifactServer answers(Manner... next) {
    manners.addAll(List.of(next));
    return this;
  }

  /** Another artifact is at the same address from now on. */
  void becomes(byte[] other) {
    content = other;
    tag = "\"two\"";
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:%d/app".formatted(port());
  }

  List<Request> requests() {
    return requests;
  }

  /** From which byte on each request wanted it. */
  List<String> ranges() {
    return requests.stream().map(request -> request.range().orElse("all")).toList();
  }

  @Override
  public void close() {
    manners.clear();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(
        new Request(
            exchange.getRequestURI().toString(),
            header(exchange, "Range"),
            header(exchange, "Authorization"),
            header(exchange, "Proxy-Authorization"),
            header(exchange, "X-Secret")));
    Manner manner = Optional.ofNullable(manners.poll()).orElseGet(Manner.Well::new);
    try (exchange) {
      switch (manner) {
        case Manner.Well() -> send(exchange, from(exchange), Integer.MAX_VALUE);
        case Manner.WithoutRanges() -> send(exchange, 0, Integer.MAX_VALUE);
        case Manner.OfUnknownLength() -> {
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(content);
          exchange.getResponseBody().close();
        }
        case Manner.CutAfter(int bytes) -> send(exchange, from(exchange), bytes);
        case Manner.HeldAfter(int bytes, CountDownLatch held, CountDownLatch gate) -> {
          send(exchange, from(exchange), bytes);
          held.countDown();
          gate.await();
        }
        case Manner.Status(int code) -> exchange.sendResponseHeaders(code, -1);
        case Manner.Elsewhere(String url) -> {
          exchange.getResponseHeaders().set("Location", url);
          exchange.sendResponseHeaders(302, -1);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (IOException gone) {
      // the agent reads no more
    }
  }

  private int from(HttpExchange exchange) {
    boolean other = header(exchange, "If-Range").filter(known -> !known.equals(tag)).isPresent();
    Matcher range = RANGE.matcher(header(exchange, "Range").orElse(""));
    return range.matches() && !other ? Integer.parseInt(range.group(1)) : 0;
  }

  private void send(HttpExchange exchange, int from, int most) throws IOException {
    exchange.getResponseHeaders().set("ETag", tag);
    if (from > 0 && from >= content.length) {
      exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length);
      exchange.sendResponseHeaders(416, -1);
      return;
    }
    if (from > 0) {
      exchange
          .getResponseHeaders()
          .set(
              "Content-Range",
              "bytes %d-%d/%d".formatted(from, content.length - 1, content.length));
    }
    exchange.sendResponseHeaders(from > 0 ? 206 : 200, content.length - from);
    OutputStream body = exchange.getResponseBody();
    int end = (int) Math.min(content.length, (long) from + most);
    for (int at = from; at < end; at += BLOCK) {
      body.write(content, at, Math.min(BLOCK, end - at));
    }
    body.flush();
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }
}
