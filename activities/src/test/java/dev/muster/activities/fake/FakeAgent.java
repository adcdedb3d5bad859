package dev.muster.activities.fake;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.Problem;
import dev.muster.domain.protocol.SignalRequest;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.core.type.TypeReference;

/** An agent that keeps its actions in memory and executes them when the test says so. */
public final class FakeAgent implements AutoCloseable {

  private static final TypeReference<List<ActionSubmission>> SUBMISSIONS = new TypeReference<>() {};

  private final String node;
  private final HttpServer server;
  private final FakeStore store;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile Posts posts = Posts.TAKEN;
  private volatile boolean deafToSignals;
  private volatile boolean deafToPauses;
  private volatile boolean finishesAtOnce;
  private volatile boolean beginsAtOnce;

  private enum Posts {
    TAKEN,
    FAILING,
    ANSWERS_LOST
  }

  private FakeAgent(String node, HttpServer server) {
    this.node = node;
    this.server = server;
    this.store = new FakeStore(node);
  }

  /** Starts one on a free port of the loopback. */
  public static FakeAgent start(String node) {
    return start(node, 0);
  }

  /** Starts one on a port. */
  public static FakeAgent start(String node, int port) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      FakeAgent agent = new FakeAgent(node, server);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", agent::handle);
      server.start();
      return agent;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public AgentEndpoint agent() {
    return new AgentEndpoint(
        new ClusterName("prod"), new NodeId(node), address(), AgentProtocol.MUSTER_AGENT_V1.id());
  }

  public String address() {
    return "http://127.0.0.1:" + port();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** From now on every new submission is refused. */
  public void refuse(String reason) {
    store.refuse(reason);
  }

  /** From now on it shows nobody what it is told to keep to itself, and says so. */
  public FakeAgent discreet() {
    store.discreet();
    return this;
  }

  /** From now on submissions are not taken: 500. */
  public void failPosts() {
    posts = Posts.FAILING;
  }

  /** From now on submissions are taken, but the connection breaks before the answer. */
  public void loseAnswers() {
    posts = Posts.ANSWERS_LOST;
  }

  /** From now on what it takes is done before it answers. */
  public void finishAtOnce() {
    finishesAtOnce = true;
  }

  /** From now on what it takes is begun before it answers. */
  public void beginAtOnce() {
    beginsAtOnce = true;
  }

  public void takePosts() {
    posts = Posts.TAKEN;
  }

  /** From now on signals are accepted and nothing comes of them. */
  public void ignoreSignals() {
    deafToSignals = true;
  }

  /** From now on it refuses to suspend and to resume. */
  public void refusePauses() {
    deafToPauses = true;
  }

  public void status(NodeStatus now) {
    store.status(now);
  }

  /** As if its store had been lost. */
  public void forgetEverything() {
    store.clear();
  }

  /** As if one action had been removed from its store. */
  public void forget(ActionId id) {
    store.forget(id);
  }

  /** As if one action had finished so long ago that its history was purged. */
  public void purge(ActionId id) {
    store.purge(id);
  }

  /** Puts an action into its store, whoever scheduled it. */
  public void put(ActionReport report) {
    store.put(report);
  }

  public void begin(ActionId id) {
    store.become(id, ActionState.RUNNING, Optional.empty(), Optional.empty());
  }

  public void finish(ActionId id) {
    finish(id, "{}");
  }

  /** Finishes an action with outputs. */
  public void finish(ActionId id, String payload) {
    store.become(
        id, ActionState.DONE, Optional.of(WireFormat.JSON.readTree(payload)), Optional.empty());
  }

  public void fail(ActionId id, String message) {
    store.become(
        id,
        ActionState.FAILED,
        Optional.empty(),
        Optional.of(new ActionReport.Failure(message, List.of())));
  }

  /** The ids of what it holds, in the order of receipt. */
  public List<ActionId> held() {
    return store.all().stream().map(report -> new ActionId(report.id())).toList();
  }

  /** The ids of what it holds and has not finished. */
  public List<ActionId> unfinished() {
    return store.all().stream()
        .filter(report -> !report.state().isFinal())
        .map(report -> new ActionId(report.id()))
        .toList();
  }

  public ActionReport report(ActionId id) {
    return store.get(id);
  }

  /** How many requests began with {@code prefix}, such as {@code POST /v1/actions}. */
  public long requests(String prefix) {
    return requests.stream().filter(one -> one.startsWith(prefix)).count();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    String path = exchange.getRequestURI().getPath();
    try (exchange) {
      if (path.endsWith("/signal")) {
        signal(exchange, new ActionId(UUID.fromString(path.split("/", -1)[3])));
      } else if (exchange.getRequestMethod().equals("POST")) {
        submit(exchange);
      } else {
        Duration wait = Duration.ofSeconds(parameter(exchange, "wait"));
        answer(exchange, 200, store.snapshot(parameter(exchange, "since"), wait));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void submit(HttpExchange exchange) throws IOException {
    List<ActionSubmission> submissions =
        WireFormat.JSON.readValue(exchange.getRequestBody().readAllBytes(), SUBMISSIONS);
    if (posts == Posts.FAILING) {
      answer(exchange, 500, new Problem("urn:test", "broken", 500, Optional.empty()));
      return;
    }
    List<SubmissionAnswer> answers = submissions.stream().map(store::accept).toList();
    if (beginsAtOnce) {
      unfinished().forEach(this::begin);
    }
    if (finishesAtOnce) {
      unfinished().forEach(this::finish);
    }
    if (posts == Posts.TAKEN) {
      answer(exchange, 200, answers);
    }
  }

  private void signal(HttpExchange exchange, ActionId id) throws IOException {
    SignalRequest request =
        WireFormat.JSON.readValue(exchange.getRequestBody().readAllBytes(), SignalRequest.class);
    if (!store.holds(id)) {
      Problem problem =
          new Problem("urn:test", "no such action", 404, Optional.of("no action " + id));
      answer(exchange, 404, problem);
      return;
    }
    if (deafToPauses && request.signal() != Signal.CANCEL) {
      Problem problem =
          new Problem("urn:test", "signal ignored", 409, Optional.of("it cannot be suspended"));
      answer(exchange, 409, problem);
      return;
    }
    if (!deafToSignals) {
      ActionState next =
          switch (request.signal()) {
            case CANCEL -> ActionState.CANCELLED;
            case SUSPEND -> ActionState.SUSPENDED;
            case RESUME -> ActionState.RUNNING;
          };
      store.become(id, next, Optional.empty(), Optional.empty());
    }
    exchange.sendResponseHeaders(202, -1);
  }

  private static long parameter(HttpExchange exchange, String name) {
    String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        return Long.parseLong(pair.substring(name.length() + 1));
      }
    }
    return 0;
  }

  private static void answer(HttpExchange exchange, int code, Object body) throws IOException {
    byte[] bytes = WireFormat.JSON.writeValueAsBytes(body);
    exchange
        .getResponseHeaders()
        .set("Content-Type", code == 200 ? "application/json" : "application/problem+json");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
