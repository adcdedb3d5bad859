package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.agent.Agent;
import dev.muster.agent.settings.AgentOptions;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * An agent joins, is accepted, works, gets another token in the middle of a run, and is revoked;
 * who takes its address gets nothing.
 */
@Tag("deep")
final class JoinIT {

  private static final String CLUSTER = "prod";

  /** Well under the minute between two cycles of an idle cluster: changes are seen by the next. */
  private static final Duration SOON = Slack.on(Duration.ofSeconds(20));

  private static final int STEPS = 12;

  @TempDir private Path folder;

  /** That the agent made, and Muster has sealed. */
  private String firstToken = "";

  @Test
  void anAgentJoinsWorksIsRotatedAndRevokedAndAnImpostorGetsNothing() throws Exception {
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder, Map.of())) {
      muster.addCluster(CLUSTER);
      muster.apply(playbook());
      Path joinToken = joinToken(muster);
      int port = PortBlock.free();
      try (Agent _ = join(muster, joinToken, port)) {
        assertThat(trust(muster).path("state").asString()).isEqualTo("pending");
        muster.awaitCycle(CLUSTER);
        assertThat(Json.text(node(muster), "statusReason") + Json.text(node(muster), "lastError"))
            .contains("waits to be accepted");
        muster.api().post(ApiPath.of("clusters", CLUSTER, "nodes", "n1", "accept"), Json.object());
        muster.awaitUp(CLUSTER, 1);
        assertThat(trust(muster).path("certificate").asString()).hasSize(64);

        String tokens = Files.readString(folder.resolve("agent").resolve("tokens"));
        String run = muster.startRun(CLUSTER, "many");
        muster.awaitRun(run, SOON, one -> done(muster, run) >= 2);
        rotate(muster);
        Awaitility.await("another token")
            .atMost(SOON)
            .until(() -> !trust(muster).has("rotationAskedAt"));
        int inTheMiddle = done(muster, run);
        assertThat(inTheMiddle).as("the run goes on").isLessThan(STEPS);
        JsonNode end = muster.awaitEnd(run);
        assertThat(Json.text(end, "state")).as(end.toString()).isEqualTo("Completed");
        assertThat(done(muster, run)).isEqualTo(STEPS);
        assertThat(Json.number(node(muster), "errorCycles")).isZero();
        assertThat(Json.text(node(muster), "lastError")).isEmpty();
        assertThat(attempts(muster, run)).as("no action twice").hasSize(STEPS);
        assertThat(Files.readString(folder.resolve("agent").resolve("tokens")))
            .as("one token, another one")
            .hasLineCount(1)
            .isNotEqualTo(tokens);
        assertNoTokenIsKept(muster);
      }
      impostorGetsNothing(muster, port);
      try (Agent _ = join(muster, joinToken, port)) {
        muster.awaitUp(CLUSTER, 1);
        revoke(muster);
        muster.awaitCycle(CLUSTER);
        Awaitility.await("revoked")
            .atMost(SOON)
            .until(() -> Json.text(node(muster), "status").equals("UNREACHABLE"));
        assertThat(trust(muster).path("state").asString()).isEqualTo("revoked");
        assertThat(Json.text(node(muster), "lastError")).contains("revoked by tester");
      }
    }
  }

  /** Somebody listens at the agent's address: in the clear, and says that it is the node. */
  private void impostorGetsNothing(Installation muster, int port) throws IOException {
    List<String> heard = new CopyOnWriteArrayList<>();
    HttpServer impostor =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    impostor.createContext(
        "/",
        exchange -> {
          heard.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.close();
        });
    impostor.start();
    try {
      muster.awaitCycle(CLUSTER);
      Awaitility.await("the impostor is an error of its node")
          .atMost(SOON)
          .until(() -> Json.text(node(muster), "status").equals("UNREACHABLE"));
      assertThat(heard).isEmpty();
    } finally {
      impostor.stop(0);
    }
    Agent other = agent(folder.resolve("other"), muster, folder.resolve("no-token"), port);
    try (other) {
      muster.awaitCycle(CLUSTER);
      Awaitility.await("another certificate")
          .atMost(SOON)
          .until(() -> Json.text(node(muster), "lastError").contains("another certificate"));
    }
  }

  /** Not in the agent's data, the database, the engine's, a log, nor in an answer. */
  private void assertNoTokenIsKept(Installation muster) throws IOException {
    assertThat(firstToken).matches("muster_[0-9A-Za-z]{49}");
    List<Path> holders = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (holds(file)) {
          holders.add(file);
        }
      }
    }
    assertThat(holders).isEmpty();
    assertThat(node(muster).toString()).doesNotContain(firstToken);
    assertThat(muster.api().get(ApiPath.of("audit")).body()).doesNotContain(firstToken);
  }

  private boolean holds(Path file) throws IOException {
    try {
      return Files.size(file) < 100_000_000
          && Files.readString(file, StandardCharsets.ISO_8859_1).contains(firstToken);
    } catch (NoSuchFileException gone) {
      return false; // the database goes on
    }
  }

  private Path joinToken(Installation muster) throws IOException {
    JsonNode made =
        muster.api().post(ApiPath.of("clusters", CLUSTER, "agent-tokens"), Json.object()).json();
    return Files.writeString(folder.resolve("join-token"), Json.text(made, "token"));
  }

  private Agent join(Installation muster, Path joinToken, int port) throws Exception {
    Agent agent = agent(folder.resolve("agent"), muster, joinToken, port);
    Path joining = folder.resolve("agent").resolve("joining");
    if (Files.exists(joining)) {
      firstToken = Files.readString(joining);
    }
    agent.join();
    return agent;
  }

  /** Beyond the loopback, so that it makes a certificate. */
  private static Agent agent(Path data, Installation muster, Path joinToken, int port)
      throws IOException {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--node", "n1", "--data", data.toString()));
    options.addAll(List.of("--listen", "0.0.0.0:" + port));
    options.addAll(List.of("--address", "https://127.0.0.1:" + port));
    options.addAll(List.of("--join", URI.create(muster.url()).toString()));
    options.addAll(List.of("--join-token-file", joinToken.toString()));
    return Agent.start(AgentOptions.parse(options));
  }

  private static void rotate(Installation muster) {
    muster
        .api()
        .post(ApiPath.of("clusters", CLUSTER, "rotate-tokens"), Json.object().put("node", "n1"));
  }

  private static void revoke(Installation muster) {
    muster.api().delete(ApiPath.of("clusters", CLUSTER, "nodes", "n1", "credentials"));
  }

  private static JsonNode node(Installation muster) {
    return muster.api().get(ApiPath.of("clusters", CLUSTER, "nodes", "n1")).json();
  }

  private static JsonNode trust(Installation muster) {
    return node(muster).path("trust");
  }

  private static int done(Installation muster, String run) {
    return (int)
        attempts(muster, run).stream()
            .filter(action -> Json.text(action, "state").equals("DONE"))
            .count();
  }

  private static List<JsonNode> attempts(Installation muster, String run) {
    return Json.items(muster.api().get(ApiPath.of("actions").with("run", run)).json(), "items");
  }

  private static String playbook() {
    StringBuilder steps = new StringBuilder();
    for (int i = 0; i < STEPS; i++) {
      steps.append(
          "      - {name: s%d, action: test.loop, args: {count: 3, delay_ms: 250}}%n".formatted(i));
    }
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: many}
    stages:
      - name: one
        targets: {nodes: [n1]}
        steps:
    %s\
    """
        .formatted(steps);
  }
}
