package dev.muster.bench.fleet;

import com.sun.management.UnixOperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.Problem;
import dev.muster.domain.protocol.SignalRequest;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Serves the agents of a fleet on one port, each on a loopback address of its own (127.1.x.y), so
 * that clients see as many hosts as there are nodes. {@code GET /journal} on 127.0.0.1 tells what
 * happened, {@code GET /faults} how many requests went wrong.
 */
public final class FleetServer implements AutoCloseable {

  private static final int BACKLOG = 4096;

  private static final Answer NOT_FOUND = problem(404, "nothing here");

  private final Map<String, VirtualAgent> agentsByAddress = new LinkedHashMap<>();
  private final FleetJournal journal = new FleetJournal();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final RequestFaults faults;
  private final HttpServer server;

  private record Answer(int status, Object body) {}

  /**
   * Starts it.
   *
   * @param nodes how many agents
   * @param port 0 for any
   * @param actionDuration of an action whose arguments have no {@code delay_ms}
   */
  FleetServer(int nodes, int port, Duration actionDuration, RequestFaults faults)
      throws IOException {
    this.faults = faults;
    System.setProperty(
        "sun.net.httpserver.maxIdleConnections",
        String.valueOf(Math.min(4L * nodes + 100, mostFiles() * 3 / 4)));
    System.setProperty("sun.net.httpserver.idleInterval", "600");
    System.setProperty("sun.net.httpserver.nodelay", "true");
    for (int index = 0; index < nodes; index++) {
      agentsByAddress.put(
          address(index),
          new VirtualAgent(
              nodeId(index),
              actionDuration,
              Clock.offset(Clock.systemUTC(), Duration.ofHours(faults.hoursOff())),
              timer,
              journal));
    }
    server = HttpServer.create(new InetSocketAddress(port), BACKLOG);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /** One process stands for many machines, and may not open as many files as they all may. */
  private static long mostFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Integer.MAX_VALUE;
  }

  /** Id of the node at {@code index}: {@code node-00000}. */
  public static String nodeId(int index) {
    return "node-%05d".formatted(index);
  }

  /** Loopback address of the node at {@code index}. */
  public static String address(int index) {
    return "127.%d.%d.%d".formatted(1 + index / 62_500, index / 250 % 250, 1 + index % 250);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      InetAddress local = exchange.getLocalAddress().getAddress();
      VirtualAgent agent = agentsByAddress.get(local.getHostAddress());
      if (agent != null) {
        serve(exchange, agent);
      } else {
        send(
            exchange,
            switch (exchange.getRequestURI().getPath()) {
              case "/journal" -> new Answer(200, journal.entries());
              case "/faults" -> new Answer(200, faults.struck());
              default -> NOT_FOUND;
            });
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** An exchange that is closed without an answer closes its connection. */
  private void serve(HttpExchange exchange, VirtualAgent agent)
      throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    switch (faults.next()) {
      case NONE -> send(exchange, answer(exchange, body, agent));
      case CUT_BEFORE -> {}
      case CUT_AFTER -> answer(exchange, body, agent);
      case TWICE -> {
        answer(exchange, body, agent);
        send(exchange, answer(exchange, body, agent));
      }
    }
  }

  private static Answer answer(HttpExchange exchange, byte[] body, VirtualAgent agent)
      throws InterruptedException {
    String path = exchange.getRequestURI().getPath();
    String request = exchange.getRequestMethod() + " " + path;
    if (request.equals("GET /v1/info")) {
      return new Answer(200, agent.info());
    } else if (request.equals("GET /v1/actions")) {
      long since = Long.parseLong(query(exchange, "since").orElse("0"));
      long seconds = Long.parseLong(query(exchange, "wait").orElse("0"));
      return new Answer(200, agent.snapshot(since, Duration.ofSeconds(seconds)));
    } else if (request.equals("POST /v1/actions")) {
      return new Answer(200, submit(body, agent));
    } else if (request.startsWith("POST /v1/actions/") && path.endsWith("/signal")) {
      return signal(body, agent, UUID.fromString(path.split("/", -1)[3]));
    } else if (request.startsWith("GET /v1/actions/")) {
      return agent
          .find(UUID.fromString(path.split("/", -1)[3]))
          .map(found -> new Answer(200, found))
          .orElse(NOT_FOUND);
    }
    return NOT_FOUND;
  }

  private static List<SubmissionAnswer> submit(byte[] body, VirtualAgent agent) {
    ActionSubmission[] submissions = WireFormat.JSON.readValue(body, ActionSubmission[].class);
    return Arrays.stream(submissions).map(agent::submit).toList();
  }

  private static Answer signal(byte[] body, VirtualAgent agent, UUID action) {
    SignalRequest signal = WireFormat.JSON.readValue(body, SignalRequest.class);
    return signal.signal() == Signal.CANCEL && agent.cancel(action)
        ? new Answer(202, Map.of())
        : problem(409, "the action runs to its end");
  }

  private static Answer problem(int status, String detail) {
    return new Answer(
        status,
        new Problem("urn:muster:problem:simulator", "Simulator", status, Optional.of(detail)));
  }

  private static Optional<String> query(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestURI().getQuery())
        .flatMap(query ->
            Arrays.stream(query.split("&", -1))
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst());
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] bytes = WireFormat.JSON.writeValueAsBytes(answer.body());
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    timer.shutdownNow();
  }
}
