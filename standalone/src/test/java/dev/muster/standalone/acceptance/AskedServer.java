package dev.muster.standalone.acceptance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A server that a step asks: it keeps what it was asked, and answers when it is let. */
final class AskedServer implements AutoCloseable {

  private final HttpServer server;
  private final List<Question> questions = new CopyOnWriteArrayList<>();
  private final CountDownLatch open;

  /** What it was asked, and when. */
  record Question(String path, String key, String body, Instant at) {}

  private AskedServer(CountDownLatch open) {
    this.open = open;
    try {
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  /** Answers at once. */
  static AskedServer quick() {
    return new AskedServer(new CountDownLatch(0));
  }

  /** Answers nobody until {@link #open}. */
  static AskedServer slow() {
    return new AskedServer(new CountDownLatch(1));
  }

  void open() {
    open.countDown();
  }

  String url(String path) {
    return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path);
  }

  List<Question> asked(String path) {
    return questions.stream().filter(one -> one.path().equals(path)).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    questions.add(new Question(path, key, body, Instant.now()));
    try {
      open.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return;
    }
    byte[] answer =
        "{\"token\": \"t-%d\"}".formatted(questions.size()).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  @Override
  public void close() {
    open();
    server.stop(0);
  }
}
