package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The rules of a stage, over agents that are processes and nodes whose health a file decides. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class RolloutIT {

  private static final String CLUSTER = "prod";
  private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration STABLE = Duration.ofSeconds(2);

  private static final SharedMuster SHARED = new SharedMuster();

  private final Journal journal = Journal.in(SHARED.folder());

  RolloutIT(@SuppressWarnings("unused") TestedEngine engine) {}

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    Installation muster = SHARED.start(engine, CLUSTER);
    for (String node : NODES) {
      Path config = SHARED.folder().resolve(node + ".json");
      Files.writeString(
          config,
          "{\"status\": {\"command\": [\"test\", \"-e\", \"%s\"], \"interval\": \"200ms\"}}"
              .formatted(well(node)));
      Files.writeString(well(node), "");
      muster.addAgent(CLUSTER, node, List.of("--config", config.toString()));
    }
    muster.awaitUp(CLUSTER, NODES.size());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    SHARED.stop();
  }

  @Test
  void theNextBatchBeginsWhenEveryNodeOfTheOneBeforeIsFinishedAndNotEarlier() {
    String run = start("select: ''", "batches: [2]", journal.heldStep("one"));
    awaitBegun("n1 one", "n2 one");
    journal.letGo("n1");
    muster().awaitRun(run, SOON, seen -> isNode(seen, "n1", "SUCCEEDED"));
    muster().awaitCycle(CLUSTER);
    assertThat(Shown.waitCode(muster().run(run), "n3")).isEqualTo("STAGE_AT_LIMIT");
    assertThat(journal.begun()).containsExactlyInAnyOrder("n1 one", "n2 one");
    NODES.forEach(journal::letGo);
    requireCompleted(run);
    assertThat(journal.begun()).hasSize(4);
    assertThat(journal.begun().subList(2, 4)).containsExactlyInAnyOrder("n3 one", "n4 one");
  }

  @Test
  void aStageToleratesAsManyFailedNodesAsItsBudgetSaysAndStartsNobodyAfterOneMore() {
    String run = start("select: ''", "maxFailures: 1", journal.failingStep("one"));
    JsonNode ended = muster().awaitEnd(run);
    assertThat(Json.text(ended, "state")).isEqualTo("ApplyFailed");
    assertThat(Shown.nodeStates(ended))
        .containsExactly("FAILED", "FAILED", "CANCELLED", "CANCELLED");
    assertThat(journal.begun()).containsExactly("n1 one", "n2 one");
  }

  @Test
  void aNodeThatIsUnwellWhileItSettlesMustBeWellForTheWholeTimeOnceMore() throws IOException {
    String run =
        start("nodes: [n4]", "settle: {stable: 2s, timeout: 2m}", journal.step("one", "0"));
    try {
      muster().awaitRun(run, SOON, seen -> Json.flag(Shown.node(seen, "n4"), "settling"));
      Files.delete(well("n4"));
      awaitStatus("n4", "UNHEALTHY");
    } finally {
      Files.writeString(well("n4"), "");
    }
    Instant wellAgain = Instant.now();
    assertThat(muster().run(run).has("finishedAt")).isFalse();
    JsonNode ended = requireCompleted(run);
    assertThat(Json.time(Shown.node(ended, "n4"), "finishedAt").orElseThrow())
        .isAfterOrEqualTo(wellAgain.plus(STABLE));
  }

  @Test
  void aNodeThatDoesNotSettleInTimeHasFailed() throws IOException {
    String run = start("nodes: [n4]", "settle: {stable: 1s, timeout: 4s}", journal.heldStep("one"));
    try {
      awaitBegun("n4 one");
      Files.delete(well("n4"));
      awaitStatus("n4", "UNHEALTHY");
      journal.letGo("n4");
      JsonNode ended = muster().awaitEnd(run);
      assertThat(Json.text(ended, "state")).isEqualTo("ApplyFailed");
      assertThat(Shown.nodeStates(ended)).containsExactly("FAILED");
    } finally {
      Files.writeString(well("n4"), "");
      Awaitility.await("n4 is up again")
          .atMost(SOON)
          .untilAsserted(() -> {
            muster().awaitCycle(CLUSTER);
            assertThat(status("n4")).isEqualTo("UP");
          });
    }
  }

  @Test
  void aWindowThatClosesLetsWhatIsInWorkEndAndTheNextNodeStartsInTheNextWindow() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant closes = now.plus(Slack.on(Duration.ofSeconds(6)));
    Instant opens = closes.plusSeconds(4);
    String windows =
        "windows: [%s, %s]"
            .formatted(window(now.minusSeconds(10), closes), window(opens, opens.plusSeconds(600)));
    String run = start("nodes: [n1, n2]", windows, journal.heldStep("one"));
    awaitBegun("n1 one");
    assertThat(Instant.now()).as("n1 began before the window closed").isBefore(closes);
    Awaitility.await("the window is closed")
        .atMost(SOON)
        .until(() -> Instant.now().isAfter(closes));
    journal.letGo("n1");
    journal.letGo("n2");
    JsonNode closed =
        muster().awaitRun(run, SOON, seen -> Shown.waitCode(seen, "n2").equals("WINDOW_CLOSED"));
    assertThat(isNode(closed, "n1", "SUCCEEDED")).isTrue();
    assertThat(journal.begun()).containsExactly("n1 one");
    JsonNode ended = requireCompleted(run);
    assertThat(began(ended, "n2")).isAfterOrEqualTo(opens).isBefore(opens.plusSeconds(30));
  }

  @Test
  void aRollbackUndoesTheNodesOnWhichSomethingWasStartedAndNoOthers() {
    muster()
        .apply(
            """
            apiVersion: muster/v1
            kind: Playbook
            metadata: {name: undone}
            stages:
              - {name: canary, targets: {nodes: [n1]}, steps: [%s]}
              - {name: rest, targets: {nodes: [n2, n3]}, onFailure: rollback, steps: [%s]}
              - {name: last, targets: {nodes: [n4]}, steps: [%s]}
            rollback:
              - {name: undo, targets: {touched: true}, steps: [%s]}
            """
                .formatted(
                    journal.step("do", "0"),
                    journal.failingStep("do"),
                    journal.step("do", "0"),
                    journal.step("undo", "0")));
    JsonNode ended = muster().awaitEnd(muster().startRun(CLUSTER, "undone"));
    assertThat(Json.text(ended, "state")).isEqualTo("RolledBack");
    assertThat(journal.begun().subList(0, 2)).containsExactly("n1 do", "n2 do");
    assertThat(journal.begun().subList(2, journal.begun().size()))
        .containsExactlyInAnyOrder("n1 undo", "n2 undo");
  }

  @Test
  void aRunWaitsForAnAgentThatFailedInTheMiddleAndGoesOnWhenItIsBack() {
    String run = start("nodes: [n1, n2]", "concurrency: 1", journal.heldStep("one"));
    awaitBegun("n1 one");
    muster().killAgent("n1");
    try {
      awaitStatus("n1", "UNREACHABLE");
      journal.letGo("n1");
      journal.letGo("n2");
      muster().awaitCycle(CLUSTER);
      assertThat(isNode(muster().run(run), "n1", "RUNNING")).isTrue();
      assertThat(journal.begun()).containsExactly("n1 one");
    } finally {
      muster().startAgent("n1");
    }
    requireCompleted(run);
    assertThat(journal.lines()).containsExactly("n1 one", "n2 one");
    assertThat(journal.begun()).containsExactly("n1 one", "n2 one");
  }

  /** A stage of its own; {@code rules} are fields of it. */
  private String start(String targets, String rules, String step) {
    muster()
        .apply(
            """
            apiVersion: muster/v1
            kind: Playbook
            metadata: {name: ruled}
            stages:
              - {name: all, targets: {%s}, %s, steps: [%s]}
            """
                .formatted(targets, rules, step));
    return muster().startRun(CLUSTER, "ruled");
  }

  /** Windows begin with a minute: one of a time zone in which {@code from} is a whole one. */
  private static String window(Instant from, Instant until) {
    long ahead = (60 - from.getEpochSecond() % 60) % 60;
    LocalTime start = LocalTime.ofInstant(from.plusSeconds(ahead), ZoneOffset.UTC);
    return "{start: '%s', length: %ds, timezone: '+00:00:%02d'}"
        .formatted(
            start.format(DateTimeFormatter.ofPattern("HH:mm")),
            Duration.between(from, until).toSeconds(),
            ahead);
  }

  private void awaitBegun(String... actions) {
    Awaitility.await("these began: " + List.of(actions))
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> assertThat(journal.begun()).containsExactlyInAnyOrder(actions));
  }

  private static void awaitStatus(String node, String status) {
    Awaitility.await(node + " is " + status)
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> status(node).equals(status));
  }

  private static String status(String node) {
    return Json.text(
        muster().api().get(ApiPath.of("clusters", CLUSTER, "nodes", node)).json(), "status");
  }

  private static boolean isNode(JsonNode run, String node, String state) {
    return Json.text(Shown.node(run, node), "state").equals(state);
  }

  private static Instant began(JsonNode run, String node) {
    JsonNode step = Json.items(Shown.node(run, node), "steps").getLast();
    return Json.time(step, "startedAt").orElseThrow();
  }

  private static JsonNode requireCompleted(String run) {
    JsonNode ended = muster().awaitEnd(run);
    assertThat(Json.text(ended, "state"))
        .as(Json.text(ended, "stateReason"))
        .isEqualTo("Completed");
    return ended;
  }

  private static Path well(String node) {
    return SHARED.folder().resolve(node + ".well");
  }

  private static Installation muster() {
    return SHARED.get();
  }
}
