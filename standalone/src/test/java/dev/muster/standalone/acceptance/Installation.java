package dev.muster.standalone.acceptance;

import dev.muster.agent.AgentMain;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.standalone.Ports;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** Muster on one of its engines, with agents beside it; the same data at every start. */
public final class Installation implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
  private static final int WORKERS = 2;
  private static final int CALLERS = 8;

  private final Path folder;
  private final int port;
  private final MusterProcesses processes;
  private final Deque<JavaProcess> agents = new ArrayDeque<>();
  private final MusterApi api;

  /** Starts it on an engine; the server has two workers. */
  public Installation(TestedEngine engine, Path folder) {
    this(folder, port -> processes(engine, folder, port));
  }

  /** Starts it with processes that a test wants to look after itself, given the API's port. */
  public Installation(Path folder, IntFunction<MusterProcesses> processes) {
    this.folder = folder;
    this.port = Ports.free();
    this.processes = processes.apply(port);
    this.api = apiAs("tester");
  }

  private static MusterProcesses processes(TestedEngine engine, Path folder, int port) {
    return switch (engine) {
      case EMBEDDED, DEV_SERVER -> new OneProcess(folder, port, engine);
      case SERVER -> new Services(folder, port, WORKERS);
    };
  }

  /** kill -9 of Muster; its database, a real Temporal and the agents go on. */
  public void kill() {
    processes.kill();
  }

  /** Starts Muster again on the same data; returns when the API answers. */
  public void startAgain() {
    processes.startAgain();
  }

  /** The engine, where Temporal's own tools can ask it about everything. */
  public Optional<TemporalCli> temporal() {
    return processes.temporal();
  }

  public MusterApi api() {
    return api;
  }

  /** The API, asked by somebody else; to be closed. */
  public MusterApi apiAs(String user) {
    return new MusterApi(URI.create(url()), user);
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Starts an agent that may run anything, and registers it. */
  public void addAgent(String cluster, String node) {
    JavaProcess agent =
        JavaProcess.start(
            AgentMain.class,
            folder.resolve(node + ".err"),
            List.of(
                "--node",
                node,
                "--listen",
                "127.0.0.1:0",
                "--data",
                folder.resolve(node).toString(),
                "--allow",
                "*"));
    agents.push(agent);
    Matcher address = ADDRESS.matcher(agent.firstLine());
    if (!address.find()) {
      throw new IllegalStateException("no address in: " + agent.firstLine());
    }
    addNode(cluster, node, address.group());
  }

  public void addNode(String cluster, String node, String agentUrl) {
    api.post(
        ApiPath.of("clusters", cluster, "nodes"),
        Json.object().put("id", node).put("agent", agentUrl));
  }

  /** Adds many nodes, some at a time, and waits until all are up. */
  public void addNodes(String cluster, Map<String, String> agentUrls) {
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      List<Future<?>> added = new ArrayList<>();
      agentUrls.forEach(
          (node, url) -> added.add(callers.submit(() -> addNode(cluster, node, url))));
      for (Future<?> each : added) {
        each.get();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a node was not added", failed.getCause());
    }
    awaitUp(cluster, agentUrls.size());
  }

  /** Waits until so many nodes are up. */
  public void awaitUp(String cluster, int nodes) {
    api.post(ApiPath.of("clusters", cluster, "nudge"), Json.object());
    Awaitility.await(nodes + " nodes up")
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> Json.number(api.get(ApiPath.of("clusters", cluster)).json(), "nodesUp") >= nodes);
  }

  public void addCluster(String cluster) {
    api.post(ApiPath.of("clusters"), Json.object().put("name", cluster));
  }

  public void apply(String playbook) {
    api.post(ApiPath.of("playbooks"), "application/yaml", playbook);
  }

  /** Starts a run and returns its id. */
  public String startRun(String cluster, String playbook) {
    return Json.text(
        api.post(
                ApiPath.of("clusters", cluster, "runs"),
                Json.object().put("playbook", playbook).put("reason", "acceptance test"))
            .json(),
        "id");
  }

  public JsonNode run(String id) {
    return api.get(ApiPath.of("runs", id)).json();
  }

  /** Waits until the run is as {@code wanted} says, and returns it. */
  public JsonNode awaitRun(String id, Duration atMost, Predicate<JsonNode> wanted) {
    return Awaitility.await("run " + id)
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> run(id), wanted);
  }

  public JsonNode awaitEnd(String id) {
    return awaitRun(id, Duration.ofMinutes(3), run -> run.has("finishedAt"));
  }

  @Override
  public void close() {
    api.close();
    while (!agents.isEmpty()) {
      agents.pop().close();
    }
    processes.close();
  }
}
