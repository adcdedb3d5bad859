package dev.muster.agent.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.agent.access.AcceptedTokens;
import dev.muster.agent.engine.ActionFolders;
import dev.muster.agent.engine.AgentEngine;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.kind.Kinds;
import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.node.StandingFile;
import dev.muster.agent.settings.Settings;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoreException;
import dev.muster.domain.protocol.Problem;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/** The agent's HTTP server: a virtual thread for each request. */
public final class AgentServer implements AutoCloseable {

  static {
    HttpSettings.apply();
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ActionStore store;
  private final Guard guard;
  private final MetricsResource metrics;
  private final StandingFile standing;
  private final Routes routes = new Routes();

  private AgentServer(HttpServer server, Guard guard, MetricsResource metrics, Parts parts) {
    this.store = parts.store();
    this.standing = parts.standing();
    this.server = server;
    this.guard = guard;
    this.metrics = metrics;
  }

  /** What the server answers from. */
  public record Parts(
      ActionStore store,
      AgentEngine engine,
      Kinds kinds,
      ActionFolders folders,
      AgentDescription agent,
      LongSupplier nudges,
      AcceptedTokens tokens,
      StandingFile standing) {}

  /**
   * Begins to listen and to answer.
   *
   * @throws IOException if it cannot listen there
   */
  public static AgentServer start(Settings.Address listen, Settings.Access access, Parts parts)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(listen.host(), listen.port());
    HttpServer http =
        access.tls().isPresent()
            ? HttpsServer.create(address, 1024)
            : HttpServer.create(address, 1024);
    if (http instanceof HttpsServer https) {
      access.tls().map(Tls::configurator).ifPresent(https::setHttpsConfigurator);
    }
    AgentServer server =
        new AgentServer(
            http,
            new Guard(parts.tokens(), access.hosts(), new OwnNames()),
            new MetricsResource(parts.store(), parts.agent(), parts.nudges()),
            parts);
    server.route(parts);
    http.createContext("/", server::handle);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void route(Parts parts) {
    ActionResource actions = new ActionResource(parts.store(), parts.engine());
    routes
        .add("GET", "healthz", call -> health(call, parts))
        .add("GET", "metrics", metrics)
        .add("GET", "v1/info", call -> call.answer(200, parts.agent().info()))
        .add(
            "GET",
            "v1/actions",
            new SnapshotResource(parts.store(), parts.agent(), metrics.waiting()))
        .add(
            "POST",
            "v1/actions",
            new SubmissionResource(
                parts.store(), parts.kinds(), parts.engine(), parts.agent().sensitive()))
        .add("POST", "v1/token", new TokenResource(parts.tokens()))
        .add("GET", "v1/actions/*", actions::show)
        .add("POST", "v1/actions/*/signal", actions::signal)
        .add("GET", "v1/actions/*/log", new LogResource(parts.store(), parts.folders()));
  }

  private static void health(Call call, Parts parts) throws IOException {
    if (!parts.engine().isAlive()) {
      throw RequestProblem.internal();
    }
    parts
        .store()
        .shortage()
        .ifPresent(why -> {
          throw RequestProblem.diskFull(why);
        });
    call.answer(200, Map.of("status", "ok"));
  }

  private void handle(HttpExchange exchange) throws IOException {
    Call call = new Call(exchange);
    metrics.request();
    try {
      answer(call);
    } catch (RequestProblem bad) {
      problem(call, bad.problem());
    } catch (StoreException failed) {
      Journal.warn(call.method() + " " + exchange.getRequestURI().getPath(), failed);
      problem(
          call,
          store
              .shortage()
              .map(RequestProblem::diskFull)
              .orElseGet(() -> RequestProblem.storeFailed(failed.getMessage()))
              .problem());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      exchange.close();
    } catch (IOException gone) {
      // The caller went away, or stalled for too long.
      exchange.close();
    } catch (RuntimeException bug) {
      Journal.warn(call.method() + " " + exchange.getRequestURI().getPath(), bug);
      problem(call, RequestProblem.internal().problem());
    }
  }

  private void answer(Call call) throws IOException, InterruptedException {
    guard.check(call);
    if (call.path().getFirst().equals("v1")) {
      standing.reached(StandingFile.Stage.ASKED);
    }
    routes.dispatch(call);
  }

  private void problem(Call call, Problem problem) throws IOException {
    metrics.problem();
    call.answer(
        problem.status(), "application/problem+json", WireFormat.JSON.writeValueAsBytes(problem));
  }
}
