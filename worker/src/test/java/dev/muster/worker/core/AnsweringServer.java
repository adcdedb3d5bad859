package dev.muster.worker.core;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A server that keeps what it is asked, and answers what it is told to, or 200 without a body. */
final class AnsweringServer implements AutoCloseable {

  private final HttpServer server;
  private final List<Question> questions = new CopyOnWriteArrayList<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final Semaphore came = new Semaphore(0);
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private record Answer(int status, String body, String location) {}

  /** What it was asked. */
  record Question(String method, Map<String, String> headers, String body) {

    String header(String name) {
      return headers.getOrDefault(name, "");
    }

    JsonNode json() {
      return WireFormat.JSON.readTree(body);
    }
  }

  AnsweringServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  void answers(int status, String body) {
    answers.add(new Answer(status, body, ""));
  }

  void redirects(String location) {
    answers.add(new Answer(302, "", location));
  }

  /** Answers nobody until {@link #letGo}. */
  void holds() {
    gate = new CountDownLatch(1);
  }

  void letGo() {
    gate.countDown();
  }

  /** Waits for the next question. */
  void awaitAsked() throws InterruptedException {
    if (!came.tryAcquire(20, TimeUnit.SECONDS)) {
      throw new AssertionError("nobody asked");
    }
  }

  List<Question> asked() {
    return List.copyOf(questions);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    questions.add(new Question(exchange.getRequestMethod(), headers, body));
    came.release();
    try {
      gate.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    Answer next = answers.poll();
    Answer answer = next == null ? new Answer(200, "", "") : next;
    if (!answer.location().isEmpty()) {
      exchange.getResponseHeaders().add("Location", answer.location());
    }
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  @Override
  public void close() {
    letGo();
    server.stop(0);
  }
}
