package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An action on a cluster of real agents, one of which looks after a service. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class ClusterCheckIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final SharedMuster SHARED = new SharedMuster();

  ClusterCheckIT(@SuppressWarnings("unused") TestedEngine engine) {}

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    Installation muster = SHARED.start(engine, CLUSTER);
    muster.addAgent(CLUSTER, "n1");
    muster.addAgent(CLUSTER, "n2");
    muster.awaitUp(CLUSTER, 2);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    SHARED.stop();
  }

  @Test
  void aCheckGoesOnAfterAKillInItsMiddleAndEveryNodeDoesItOnce() throws IOException {
    Path begun = Files.createTempFile(SHARED.folder(), "begun", "");
    Path go = SHARED.folder().resolve("go");
    String check =
        post(shell("echo >> %s; until test -e %s; do sleep 0.05; done".formatted(begun, go)));
    awaitLines(begun, 2);

    muster().kill();
    Files.createFile(go);
    muster().startAgain();

    JsonNode ended = awaitEnd(check);
    assertThat(Json.text(ended, "state")).as(ended.toString()).isEqualTo("DONE");
    assertThat(ended.path("payload").path("succeeded").asInt()).isEqualTo(2);
    assertThat(Files.readAllLines(begun)).hasSize(2);
    assertThat(children(check))
        .hasSize(2)
        .allMatch(child -> Json.text(child, "state").equals("DONE"))
        .allMatch(child -> Json.text(child, "parent").equals(check));
  }

  @Test
  void cancellingStopsItsProcessesAndNamesTheNodes() throws IOException {
    Path begun = Files.createTempFile(SHARED.folder(), "begun", "");
    String check = post(shell("echo $$ >> %s; exec sleep 300".formatted(begun)));
    awaitLines(begun, 2);
    List<ProcessHandle> processes =
        Files.readAllLines(begun).stream()
            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
            .toList();
    assertThat(processes).hasSize(2);

    muster().said("action", "cancel", check, "--why", "not now");

    JsonNode ended = awaitEnd(check);
    assertThat(Json.text(ended, "state")).isEqualTo("CANCELLED");
    assertThat(Json.text(ended.path("error"), "message"))
        .endsWith("; it touched 2 of 2 nodes: n1, n2");
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void theCommandLineChecksAClusterAndSaysWhichNodeIsNotWell() throws Exception {
    assertThat(
            muster()
                .said(
                    "action", "create", "--cluster", CLUSTER, "--kind", "cluster.check", "--wait"))
        .contains("DONE");
    try (SampleNode web = SampleNode.start(muster(), CLUSTER, "n3", SHARED.folder())) {
      muster().awaitUp(CLUSTER, 3);
      new ProcessBuilder(web.killCommand()).start().waitFor();
      Awaitility.await("n3 is seen down")
          .atMost(SOON)
          .until(
              () -> {
                muster().awaitCycle(CLUSTER);
                return muster().api().get(ApiPath.of("clusters", CLUSTER, "nodes", "n3")).json();
              },
              node -> !Json.text(node, "status").equals("UP"));

      JsonNode ended = awaitEnd(post(Json.object()));

      assertThat(Json.text(ended, "state")).isEqualTo("FAILED");
      assertThat(Json.text(ended.path("error"), "message"))
          .startsWith("1 of 3 nodes failed the check: node n3: it is NODE_DOWN");
      assertThat(ended.path("payload").path("succeeded").asInt()).isEqualTo(2);
    }
  }

  private static ObjectNode shell(String script) {
    ObjectNode args = Json.object().put("kind", "exec.command");
    args.putObject("args").putArray("argv").add("/bin/sh").add("-c").add(script);
    return args;
  }

  private static String post(ObjectNode args) {
    ObjectNode body = Json.object().put("kind", "cluster.check");
    body.set("args", args);
    return Json.text(
        muster().api().post(ApiPath.of("clusters", CLUSTER, "actions"), body).json(), "id");
  }

  private static List<JsonNode> children(String parent) {
    return Json.items(
        muster().api().get(ApiPath.of("actions").with("parent", parent)).json(), "items");
  }

  private static void awaitLines(Path file, int lines) {
    Awaitility.await("%d lines in %s".formatted(lines, file))
        .atMost(SOON)
        .until(() -> Files.readAllLines(file).size() == lines);
  }

  private static JsonNode awaitEnd(String id) {
    return Awaitility.await("action %s is over".formatted(id))
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> muster().api().get(ApiPath.of("actions", id)).json(),
            action -> action.has("finishedAt"));
  }

  private static Installation muster() {
    return SHARED.get();
  }
}
