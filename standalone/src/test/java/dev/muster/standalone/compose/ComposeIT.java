package dev.muster.standalone.compose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The whole of docker-compose.yml without Docker, twice on the same volumes: each service's command
 * in the file's order and with its environment. Temporal's Web UI is left out, because its program
 * exists in its image only. Part of {@code ./check --real}.
 */
@Tag("alone")
final class ComposeIT {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> AGENTS = List.of("agent-1", "agent-2", "agent-3");

  @TempDir Path work;

  @Test
  void restartsTheDemoNodeByNodeAndKeepsItsDataOverARestart() throws Exception {
    ComposeFile compose = ComposeFile.read(PROJECT.resolve("docker-compose.yml"), freshSecrets());
    LocalPrograms programs = LocalPrograms.of(compose);
    Assumptions.assumeTrue(
        List.of(System.getProperty("muster.engines", "embedded").split(",", -1)).contains("server"),
        "./check --real runs this: it needs a Temporal server");
    Assumptions.assumeTrue(programs.missing().isEmpty(), programs.missing());
    sortLayers();

    try (NativeCompose services = new NativeCompose(PROJECT, work, compose, programs);
        MusterApi api =
            new MusterApi(
                URI.create("http://%s:8420".formatted(services.address("api"))), "compose")) {
      services.up();
      assertAgentsWantTheirToken(services);
      Map<String, Long> before = pids(services);
      String run = rollingRestart(api);
      pids(services).forEach((agent, pid) -> assertNotEquals(before.get(agent), pid, agent));
      assertTrue(foundByTemporal(services, run), () -> services.service("temporal").log());
      exchangeTokens(api);

      services.down();
      services.up();
      assertEquals("Completed", state(api, run));
      rollingRestart(api);
      services.down();
    }
  }

  /** As a user does it: .env from .env.example, with fresh secrets. */
  private Map<String, String> freshSecrets() throws IOException {
    Path folder = Files.createDirectories(work.resolve("project/docker"));
    Files.copy(PROJECT.resolve(".env.example"), work.resolve("project/.env.example"));
    Path script = folder.resolve("new-env.sh");
    Files.copy(PROJECT.resolve("docker/new-env.sh"), script);
    assertEquals("", run(Map.of(), "sh", script.toString()).replaceAll("Wrote .env .*\\s*", ""));
    return ComposeFile.variables(work.resolve("project/.env"));
  }

  private void sortLayers() throws IOException {
    run(
        Map.of("JAVA_HOME", System.getProperty("java.home")),
        "sh",
        PROJECT.resolve("docker/layers.sh").toString(),
        work.resolve("image").toString());
    assertTrue(Files.isDirectory(work.resolve("image/muster")), "layers.sh made no layers");
  }

  private static String rollingRestart(MusterApi api) {
    JsonNode started =
        api.post(
                ApiPath.of("clusters", "demo", "runs"),
                Json.object()
                    .put("playbook", "rolling-restart")
                    .put("reason", "compose")
                    .set("params", Json.object().put("service", "web").put("settle", "1s")))
            .json();
    String run = Json.text(started, "id");
    JsonNode ended =
        Awaitility.await("run " + run)
            .atMost(Duration.ofMinutes(3))
            .pollInterval(Duration.ofMillis(200))
            .until(() -> api.get(ApiPath.of("runs", run)).json(), json -> json.has("finishedAt"));
    assertEquals("Completed", Json.text(ended, "state"), ended::toPrettyString);
    return run;
  }

  /** The key of {@code .env} has reached the API and the workers. */
  private static void exchangeTokens(MusterApi api) {
    api.post(ApiPath.of("clusters", "demo", "rotate-tokens"), Json.object());
    for (String agent : AGENTS) {
      String node = agent.replace("agent", "node");
      JsonNode trust =
          Awaitility.await("another token of " + node)
              .atMost(Duration.ofMinutes(1))
              .until(
                  () -> api.get(ApiPath.of("clusters", "demo", "nodes", node)).json().path("trust"),
                  shown -> !shown.has("rotationAskedAt"));
      assertTrue(trust.path("token").asBoolean(), trust::toPrettyString);
    }
  }

  private static String state(MusterApi api, String run) {
    return Json.text(api.get(ApiPath.of("runs", run)).json(), "state");
  }

  private static void assertAgentsWantTheirToken(NativeCompose services) throws Exception {
    for (String agent : AGENTS) {
      assertEquals(401, answer("http://%s:7070/v1/info".formatted(services.address(agent))).code());
    }
  }

  /** The process ids of the demo's web services, as they say themselves. */
  private static Map<String, Long> pids(NativeCompose services) throws Exception {
    Map<String, Long> pids = new TreeMap<>();
    for (String agent : AGENTS) {
      Answer health = answer("http://%s:8080/health".formatted(services.address(agent)));
      assertEquals(200, health.code(), health.body());
      pids.put(agent, Json.parse(health.body()).path("pid").asLong());
    }
    return pids;
  }

  /** An operator with Temporal's tools alone finds the run by its cluster. */
  private static boolean foundByTemporal(NativeCompose services, String run) {
    String address = services.address("temporal") + ":7233";
    Awaitility.await("the run among the workflows of the cluster demo")
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofSeconds(1))
        .until(() ->
            run(
                    Map.of("TEMPORAL_ADDRESS", address),
                    services.program("temporal"),
                    "workflow",
                    "list",
                    "--query",
                    "MusterCluster = 'demo'")
                .contains("playbook/" + run));
    return true;
  }

  private record Answer(int code, String body) {}

  private static Answer answer(String url) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var answer =
          client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    }
  }

  private static String run(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
