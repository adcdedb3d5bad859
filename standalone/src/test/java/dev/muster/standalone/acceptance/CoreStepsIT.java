package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Steps that Muster itself executes, between steps of real agents, while it is killed. */
final class CoreStepsIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Slack.on(Duration.ofSeconds(30));
  private static final Duration PAUSE = Duration.ofSeconds(8);
  private static final String AGAIN = "it is done again under the same id";

  @TempDir private Path folder;

  @Test
  void aWaitGoesOnAfterAKillAndTheServerIsAskedOnce() {
    try (AskedServer server = AskedServer.quick();
        Installation muster = installation()) {
      muster.apply(playbook(server, PAUSE));
      String run = muster.startRun(CLUSTER, "mixed");
      String wait = awaitStep(muster, run, "pause", "RUNNING");
      Instant begun = Json.time(action(muster, wait), "startedAt").orElseThrow();
      muster.kill();
      muster.startAgain();
      assertThat(Json.text(action(muster, wait), "state")).as("still").isEqualTo("RUNNING");
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(lines()).containsExactly("n1 before", "n1 after-t-1");
      assertThat(server.asked("/ask")).as("asked once").hasSize(1);
      Instant asked = server.asked("/ask").getFirst().at();
      assertThat(asked).isAfterOrEqualTo(begun.plus(PAUSE));
      assertThat(Json.time(action(muster, wait), "startedAt")).as("not begun anew").contains(begun);
      assertThat(whys(muster, wait)).noneMatch(why -> why.contains(AGAIN));
      JsonNode plan = plan(muster);
      assertThat(Json.items(Json.items(plan, "stages").getFirst(), "steps").get(1).path("runs"))
          .as("the plan says who executes it")
          .hasToString("\"core\"");
    }
  }

  @Test
  void aRequestThatAKillCutIsMadeAgainUnderTheSameIdAndTheHistorySaysSo() {
    try (AskedServer server = AskedServer.slow();
        Installation muster = installation()) {
      muster.apply(playbook(server, Duration.ofMillis(10)));
      String run = muster.startRun(CLUSTER, "mixed");
      String ask = awaitStep(muster, run, "ask", "RUNNING");
      Awaitility.await("the server is asked").atMost(SOON).until(() -> asked(server) == 1);
      muster.kill();
      muster.startAgain();
      Awaitility.await("it is asked again").atMost(SOON).until(() -> asked(server) == 2);
      server.open();
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(server.asked("/ask")).hasSize(2);
      assertThat(server.asked("/ask")).allMatch(one -> one.key().equals(ask));
      assertThat(lines()).containsExactly("n1 before", "n1 after-t-2");
      assertThat(whys(muster, ask)).filteredOn(why -> why.contains(AGAIN)).hasSize(1);
    }
  }

  @Test
  void aStepOfMusterGoesOnWhileTheAgentOfItsNodeIsAway() {
    try (AskedServer server = AskedServer.quick();
        Installation muster = installation()) {
      muster.apply(playbook(server, Duration.ofSeconds(3)));
      String run = muster.startRun(CLUSTER, "mixed");
      awaitStep(muster, run, "pause", "RUNNING");
      muster.killAgent("n1");
      awaitStep(muster, run, "ask", "DONE");
      awaitStep(muster, run, "after", "PENDING_SCHEDULE");
      muster.startAgent("n1");
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      assertThat(lines()).containsExactly("n1 before", "n1 after-t-1");
    }
  }

  @Test
  void aRunThatIsCancelledEndsTheRequestThatMusterIsMaking() {
    try (AskedServer server = AskedServer.slow();
        Installation muster = installation()) {
      muster.apply(playbook(server, Duration.ofMillis(10)));
      String run = muster.startRun(CLUSTER, "mixed");
      String ask = awaitStep(muster, run, "ask", "RUNNING");
      muster
          .api()
          .post(ApiPath.of("runs", run, "cancel"), Json.object().put("why", "wrong cluster"));
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Cancelled");
      assertThat(Json.text(action(muster, ask), "state")).isEqualTo("CANCELLED");
      assertThat(lines()).containsExactly("n1 before");
    }
  }

  @Test
  void aWaitIsSuspendedAndResumedAndLastsSoMuchLonger() {
    try (AskedServer server = AskedServer.quick();
        Installation muster = installation()) {
      muster.apply(playbook(server, Duration.ofSeconds(4)));
      String run = muster.startRun(CLUSTER, "mixed");
      String wait = awaitStep(muster, run, "pause", "RUNNING");
      Instant begun = Json.time(action(muster, wait), "startedAt").orElseThrow();
      command(muster, wait, "suspend");
      awaitAction(muster, wait, one -> Json.text(one, "state").equals("SUSPENDED"));
      Instant suspended = Instant.now();
      Awaitility.await("longer than it would have waited")
          .atMost(SOON)
          .until(() -> Instant.now().isAfter(begun.plusSeconds(6)));
      assertThat(Json.text(action(muster, wait), "state")).isEqualTo("SUSPENDED");
      assertThat(server.asked("/ask")).isEmpty();
      Instant resumed = Instant.now();
      command(muster, wait, "resume");
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      Duration held = Duration.between(suspended, resumed);
      assertThat(server.asked("/ask").getFirst().at())
          .isAfterOrEqualTo(begun.plusSeconds(4).plus(held));
    }
  }

  private Installation installation() {
    Installation muster = new Installation(TestedEngine.EMBEDDED, folder);
    muster.addCluster(CLUSTER);
    muster.addAgent(CLUSTER, "n1");
    muster.awaitUp(CLUSTER, 1);
    return muster;
  }

  private String playbook(AskedServer server, Duration pause) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: mixed}
    stages:
      - name: all
        targets: {select: ""}
        steps:
          - {name: before, action: exec.command, args: {argv: [/bin/sh, -c, "echo n1 before >> %1$s"]}}
          - {name: pause, action: wait, runs: core, args: {for: %2$dms}}
          - {name: ask, action: http, runs: core, args: {url: "%3$s", expect: success}}
          - name: after
            action: exec.command
            args: {argv: [/bin/sh, -c, "echo n1 after-${steps.ask.outputs.json.token} >> %1$s"]}
    """
        .formatted(folder.resolve("journal"), pause.toMillis(), server.url("/ask"));
  }

  /** What the agent's steps did, a line for each time. */
  private List<String> lines() {
    try {
      return Files.readAllLines(folder.resolve("journal"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int asked(AskedServer server) {
    return server.asked("/ask").size();
  }

  private static JsonNode plan(Installation muster) {
    return muster
        .api()
        .post(ApiPath.of("clusters", CLUSTER, "plan"), Json.object().put("playbook", "mixed"))
        .json();
  }

  /** The action of a step, once it is in a state. */
  private static String awaitStep(Installation muster, String run, String step, String state) {
    JsonNode shown =
        muster.awaitRun(
            run,
            SOON,
            one -> steps(one, step).stream().anyMatch(s -> Json.text(s, "state").equals(state)));
    return Json.text(steps(shown, step).getLast(), "action");
  }

  private static List<JsonNode> steps(JsonNode run, String name) {
    return Json.items(Shown.node(run, "n1"), "steps").stream()
        .filter(step -> Json.text(step, "step").equals(name))
        .toList();
  }

  private static JsonNode action(Installation muster, String id) {
    return muster.api().get(ApiPath.of("actions", id)).json();
  }

  private static void awaitAction(Installation muster, String id, Predicate<JsonNode> wanted) {
    Awaitility.await("action " + id)
        .atMost(SOON)
        .ignoreExceptions()
        .until(() -> action(muster, id), wanted);
  }

  private static void command(Installation muster, String id, String verb) {
    muster.api().post(ApiPath.of("actions", id, verb), Json.object().put("why", "a test"));
  }

  private static List<String> whys(Installation muster, String id) {
    return Json.items(action(muster, id), "transitions").stream()
        .map(one -> Json.text(one, "why"))
        .toList();
  }
}
