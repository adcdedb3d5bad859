package dev.muster.standalone.acceptance;

import dev.muster.agent.AgentMain;
import dev.muster.cli.MusterCli;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
import tools.jackson.databind.node.ObjectNode;

/** Muster on one of its engines, with agents beside it; the same data at every start. */
public final class Installation implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("http://\\S+");
  private static final int WORKERS = 2;
  private static final int CALLERS = 8;

  private final Path folder;
  private final int port;
  private final MusterProcesses processes;
  private final Map<String, Agent> agents = new LinkedHashMap<>();
  private final MusterApi api;

  /** An agent's process, where it listens, and with what it is started. */
  private record Agent(JavaProcess process, String url, List<String> options) {}

  /** Starts it on an engine; the server has two workers. */
  public Installation(TestedEngine engine, Path folder) {
    this(engine, folder, Map.of());
  }

  /** An installation with settings in the environment of {@code muster up}. */
  Installation(TestedEngine engine, Path folder, Map<String, String> environment) {
    this(folder, port -> processes(engine, folder, port, environment));
  }

  /** Starts it with processes that a test wants to look after itself, given the API's port. */
  public Installation(Path folder, IntFunction<MusterProcesses> processes) {
    this.folder = folder;
    this.port = PortBlock.free();
    this.processes = processes.apply(port);
    this.api = apiAs("tester");
  }

  private static MusterProcesses processes(
      TestedEngine engine, Path folder, int port, Map<String, String> environment) {
    return switch (engine) {
      case EMBEDDED, DEV_SERVER -> new OneProcess(folder, port, engine, environment);
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

  /** What is killed and started again. */
  MusterProcesses processes() {
    return processes;
  }

  /** The engine, where Temporal's own tools can ask it about everything. */
  public Optional<TemporalCli> temporal() {
    return processes.temporal();
  }

  public MusterApi api() {
    return api;
  }

  /** What the command line prints, asked in this process; it must succeed. */
  String said(String... words) {
    List<String> command = new ArrayList<>(List.of(words));
    command.addAll(List.of("--server", url()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = MusterCli.run(command.toArray(String[]::new), stream, stream);
    String text = out.toString(StandardCharsets.UTF_8);
    if (code != 0) {
      throw new AssertionError("exit code %d: %s".formatted(code, text));
    }
    return text;
  }

  /** The sum of a metric's samples in Muster's processes; 0 if they have none. */
  double metric(String name) {
    return processes.metric(name);
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
    addAgent(cluster, node, List.of());
  }

  /** Starts an agent with more options. */
  void addAgent(String cluster, String node, List<String> options) {
    addNode(cluster, node, beginAgent(node, options));
  }

  /** Starts an agent of which nobody is told, and returns where it listens. */
  String beginAgent(String node, List<String> options) {
    JavaProcess process = launchAgent(node, "127.0.0.1:0", options);
    Matcher address = ADDRESS.matcher(process.firstLine());
    if (!address.find()) {
      process.close();
      throw new IllegalStateException("no address in: " + process.firstLine());
    }
    agents.put(node, new Agent(process, address.group(), options));
    return address.group();
  }

  /** kill -9 of an agent; what it runs goes on. */
  void killAgent(String node) {
    agent(node).process().kill();
  }

  /** Bytes of memory that an agent has. */
  long agentResident(String node) {
    return agent(node).process().resident();
  }

  /** Starts an agent that was killed, where it was; returns when it listens. */
  void startAgent(String node) {
    Agent killed = agent(node);
    JavaProcess process =
        launchAgent(node, URI.create(killed.url()).getAuthority(), killed.options());
    process.firstLine();
    agents.put(node, new Agent(process, killed.url(), killed.options()));
  }

  private Agent agent(String node) {
    return Optional.ofNullable(agents.get(node)).orElseThrow();
  }

  private JavaProcess launchAgent(String node, String listen, List<String> options) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--node", node, "--listen", listen, "--allow", "*"));
    arguments.addAll(List.of("--data", folder.resolve(node).toString()));
    arguments.addAll(options);
    return JavaProcess.begin(AgentMain.class, folder.resolve(node + ".err"), arguments, Map.of());
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

  /** Waits until a cycle has looked at every node of the cluster, from now on. */
  void awaitCycle(String cluster) {
    Instant asked = Instant.now();
    api.post(ApiPath.of("clusters", cluster, "nudge"), Json.object());
    ApiPath newest = ApiPath.of("clusters", cluster, "cycles").with("limit", "1");
    Awaitility.await("a cycle of " + cluster)
        .atMost(Duration.ofMinutes(1))
        .until(() ->
            Json.items(api.get(newest).json(), "items").stream()
                .flatMap(cycle -> Json.time(cycle, "startedAt").stream())
                .anyMatch(asked::isBefore));
  }

  public void addCluster(String cluster) {
    api.post(ApiPath.of("clusters"), Json.object().put("name", cluster));
  }

  public void apply(String playbook) {
    api.post(ApiPath.of("playbooks"), "application/yaml", playbook);
  }

  /** Starts a run and returns its id. */
  public String startRun(String cluster, String playbook) {
    return startRun(cluster, playbook, Json.object());
  }

  /** Starts a run with parameters and returns its id. */
  String startRun(String cluster, String playbook, ObjectNode params) {
    ObjectNode body = Json.object().put("playbook", playbook).put("reason", "acceptance test");
    body.set("params", params);
    return Json.text(api.post(ApiPath.of("clusters", cluster, "runs"), body).json(), "id");
  }

  /** Actions of a run on a node, in the order in which they were made. */
  public List<JsonNode> actions(String cluster, String run, String node) {
    ApiPath path = ApiPath.of("actions").with("run", run).with("node", node);
    return Json.items(api.get(path.with("cluster", cluster)).json(), "items").stream()
        .sorted(Comparator.comparing(action -> Json.text(action, "createdAt")))
        .toList();
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
    agents.values().forEach(agent -> agent.process().close());
    processes.close();
  }
}
