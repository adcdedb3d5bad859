package dev.muster.standalone.acceptance;

import dev.muster.agent.AgentMain;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.standalone.Ports;
import dev.muster.standalone.StandaloneMain;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * {@code muster up} in a process of its own with agents beside it; the same data at every start.
 */
final class Installation implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("http://\\S+");

  private final Path folder;
  private final int port = Ports.free();
  private final int temporalPort = Ports.free();
  private final Deque<JavaProcess> agents = new ArrayDeque<>();
  private final MusterApi api = new MusterApi(URI.create("http://127.0.0.1:" + port), "tester");
  private JavaProcess up;

  Installation(Path folder) {
    this.folder = folder;
    this.up = launch();
  }

  private JavaProcess launch() {
    return JavaProcess.start(
        StandaloneMain.class,
        folder.resolve("up.err"),
        List.of(
            "up",
            "--data",
            folder.resolve("data").toString(),
            "--port",
            String.valueOf(port),
            "--temporal-port",
            String.valueOf(temporalPort)));
  }

  /** kill -9 of Muster; its PostgreSQL and the agents go on. */
  void kill() {
    up.kill();
  }

  /** Starts Muster again on the same data; returns when the API answers. */
  void startAgain() {
    up = launch();
  }

  MusterApi api() {
    return api;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Starts an agent that may run anything, and registers it. */
  void addAgent(String cluster, String node) {
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

  void addNode(String cluster, String node, String agentUrl) {
    api.post(
        ApiPath.of("clusters", cluster, "nodes"),
        Json.object().put("id", node).put("agent", agentUrl));
  }

  void addCluster(String cluster) {
    api.post(ApiPath.of("clusters"), Json.object().put("name", cluster));
  }

  void apply(String playbook) {
    api.post(ApiPath.of("playbooks"), "application/yaml", playbook);
  }

  /** Starts a run and returns its id. */
  String startRun(String cluster, String playbook) {
    return Json.text(
        api.post(
                ApiPath.of("clusters", cluster, "runs"),
                Json.object().put("playbook", playbook).put("reason", "acceptance test"))
            .json(),
        "id");
  }

  JsonNode run(String id) {
    return api.get(ApiPath.of("runs", id)).json();
  }

  /** Waits until the run is as {@code wanted} says, and returns it. */
  JsonNode awaitRun(String id, Duration atMost, Predicate<JsonNode> wanted) {
    return Awaitility.await("run " + id)
        .atMost(atMost)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> run(id), wanted);
  }

  JsonNode awaitEnd(String id) {
    return awaitRun(id, Duration.ofSeconds(90), run -> run.has("finishedAt"));
  }

  @Override
  public void close() {
    api.close();
    while (!agents.isEmpty()) {
      agents.pop().close();
    }
    up.close();
  }
}
