package dev.muster.activities.fake.sdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.activities.fake.sdk.StandInApi.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/** The whole agent: what it listens with, and the loop that executes. */
public final class StandInAgent implements AutoCloseable {

  private static final String PREFIX = "/api/unstable";

  /** Which generation of the SDK it stands for. */
  public enum Generation {
    FIRST,
    SECOND
  }

  private final HttpServer server;
  private final StandInNode node;
  private final StandInExecutor executor;
  private final StandInStore store;
  private final StandInApi api;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private StandInAgent(HttpServer server, StandInNode node, Path file, Generation generation) {
    this.server = server;
    this.node = node;
    this.store = new StandInStore(file);
    this.executor = new StandInExecutor(store);
    this.api =
        switch (generation) {
          case FIRST -> new StandInFirst(store, node);
          case SECOND -> new StandInSecond(store, node);
        };
  }

  /**
   * As a program: {@code --config FILE}, with the settings {@code node_id}, {@code store_path},
   * {@code http.bind}, {@code actions.execute_interval} (seconds) and {@code actions.clean_age}
   * (days) of the SDK. {@code --generation first} is the stand-in's own.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, String> options = new TreeMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    Path file = Path.of(options.getOrDefault("--config", "agent.yaml"));
    JsonNode config = StandInRecord.JSON.readTree(Files.readString(file));
    Generation generation =
        Generation.valueOf(options.getOrDefault("--generation", "second").toUpperCase(Locale.ROOT));
    String bind = config.path("http").path("bind").asString("localhost:8000");
    int colon = bind.lastIndexOf(':');
    StandInAgent agent =
        open(
            config.path("node_id").stringValue(),
            new InetSocketAddress(
                InetAddress.getAllByName(bind.substring(0, colon))[0],
                Integer.parseInt(bind.substring(colon + 1))),
            Path.of(config.path("store_path").asString("agent.db")),
            generation);
    System.out.println("listening on " + bind);
    JsonNode actions = config.path("actions");
    agent.loop(
        Duration.ofSeconds(actions.path("execute_interval").asLong(10)),
        Duration.ofDays(actions.path("clean_age").asLong(14)));
  }

  /** One in this process, on a free port, that executes when the test says so. */
  public static StandInAgent start(String node, Path file, Generation generation) {
    return open(node, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), file, generation);
  }

  private static StandInAgent open(
      String node, InetSocketAddress address, Path file, Generation generation) {
    try {
      HttpServer server = HttpServer.create(address, 0);
      StandInAgent agent = new StandInAgent(server, new StandInNode(node), file, generation);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", agent::handle);
      server.start();
      return agent;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void loop(Duration interval, Duration age) throws InterruptedException {
    while (true) {
      step();
      clean(age);
      Thread.sleep(interval);
    }
  }

  /** One turn of the loop that executes. */
  public void step() {
    executor.step();
  }

  /** So many turns. */
  public void steps(int turns) {
    for (int i = 0; i < turns; i++) {
      step();
    }
  }

  /** Takes an action from somebody who is not Muster. */
  public void take(String id, String kind) {
    byte[] body =
        "{\"id\":\"%s\",\"kind\":\"%s\"}".formatted(id, kind).getBytes(StandardCharsets.UTF_8);
    api.answer(new StandInApi.Request("POST", "/action", Map.of(), body));
  }

  /** Forgets what finished so long ago. */
  public void clean(Duration age) {
    store.clean(age);
  }

  /** From now on the node has this status, with a reason where the protocol has one. */
  public void become(String status, Optional<String> reason, boolean withStore) {
    node.become(status, reason, withStore);
  }

  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** How many requests began with {@code prefix}, such as {@code GET /action/}. */
  public long requests(String prefix) {
    return requests.stream().filter(one -> one.startsWith(prefix)).count();
  }

  /** All requests so far, in order, without the prefix of the API. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    byte[] body = exchange.getRequestBody().readAllBytes();
    String below = path.startsWith(PREFIX) ? path.substring(PREFIX.length()) : "/nowhere";
    requests.add(exchange.getRequestMethod() + " " + below);
    Answer answer =
        api.answer(new StandInApi.Request(exchange.getRequestMethod(), below, headers, body));
    try (exchange) {
      answer.type().ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
      byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
