package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What people do with a run, over agents that are processes, and what the records say afterwards.
 */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class WholePathIT {

  private static final Duration SOON = Duration.ofMinutes(1);
  private static final int NODES = 3;

  private static final SharedMuster SHARED = new SharedMuster();

  private final TestedEngine engine;

  WholePathIT(TestedEngine engine) {
    this.engine = engine;
  }

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    Installation muster = SHARED.start(engine, "prod");
    IntStream.rangeClosed(1, NODES).forEach(node -> muster.addAgent("prod", "n" + node));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    SHARED.stop();
  }

  @Test
  void aRunIsApprovedPausedResumedAndCompletesWithEveryActionDoneOnce() throws Exception {
    Installation muster = SHARED.get();
    Journal journal = Journal.in(SHARED.folder());
    muster.apply(twoStages("whole", journal));
    String run = muster.startRun("prod", "whole");
    try (Followed events = new Followed(muster.api(), run);
        MusterApi ada = muster.apiAs("ada")) {
      muster.awaitRun(run, SOON, Shown.inState("PendingApprove"));
      assertThat(journal.lines()).containsExactly("n1 one", "n1 two");
      temporalKnows(run, "PendingApprove", "approv");
      events.awaitEvent("run PendingApprove");
      ada.post(ApiPath.of("runs", run, "approve"), Json.object().put("why", "n1 looks good"));
      muster.awaitRun(run, SOON, Shown::hasRunning);
      ada.post(ApiPath.of("runs", run, "pause"), Json.object().put("why", "lunch"));
      JsonNode paused =
          muster.awaitRun(run, SOON, Shown.inState("Paused").and(WholePathIT::nothingExecutes));
      List<String> whilePaused = journal.lines();
      assertThat(whilePaused).hasSameSizeAs(Shown.stepsIn(paused, "DONE")).hasSizeLessThan(6);
      temporalKnows(run, "Paused", "ada");
      assertThat(journal.lines()).isEqualTo(whilePaused);
      events.awaitEvent("run Paused");
      ada.post(ApiPath.of("runs", run, "resume"), Json.object().put("why", "back"));
      JsonNode ended = muster.awaitEnd(run);
      assertThat(Json.text(ended, "state")).isEqualTo("Completed");
      assertThat(Shown.nodeStates(ended)).containsOnly("SUCCEEDED").hasSize(NODES);
      assertThat(journal.lines())
          .containsExactlyInAnyOrder("n1 one", "n1 two", "n2 one", "n2 two", "n3 one", "n3 two");
      events.awaitEvent("end Completed");
      assertThat(audit(run))
          .contains("user:ada run.approve", "user:ada run.pause", "user:ada run.resume");
    }
  }

  @Test
  void aRunThatIsCancelledStopsWhatRunsAndStartsNothingMore() {
    Installation muster = SHARED.get();
    Journal journal = Journal.in(SHARED.folder());
    muster.apply(oneStage("endless", journal.step("one", "300"), ""));
    String run = muster.startRun("prod", "endless");
    muster.awaitRun(run, SOON, Shown::hasRunning);
    muster.api().post(ApiPath.of("runs", run, "cancel"), Json.object().put("why", "wrong cluster"));
    JsonNode ended = muster.awaitEnd(run);
    assertThat(Json.text(ended, "state")).isEqualTo("Cancelled");
    assertThat(Shown.nodeStates(ended)).containsOnly("CANCELLED");
    assertThat(journal.lines()).isEmpty();
    temporalKnows(run, "Cancelled", "cancelled");
  }

  @Test
  void aStageWhoseBudgetIsSpentStartsNobodyElseAndEndsTheRun() {
    Installation muster = SHARED.get();
    muster.apply(oneStage("broken", "{name: fail, action: test.fail}", ""));
    JsonNode ended = muster.awaitEnd(muster.startRun("prod", "broken"));
    assertThat(Json.text(ended, "state")).isEqualTo("ApplyFailed");
    assertThat(Shown.nodeStates(ended))
        .containsExactlyInAnyOrder("FAILED", "CANCELLED", "CANCELLED");
    temporalKnows(Json.text(ended, "id"), "ApplyFailed", "failed on 1 node");
  }

  @Test
  void aStageThatMayFailLetsTheNextOneBeginAndTheRunSaysThatItFailed() {
    Installation muster = SHARED.get();
    Journal journal = Journal.in(SHARED.folder());
    muster.apply(
        oneStage("tolerant", "{name: fail, action: test.fail}", "onFailure: continue, ")
            + "  - {name: next, targets: {nodes: [n2]}, steps: [%s]}%n"
                .formatted(journal.step("after", "0")));
    JsonNode ended = muster.awaitEnd(muster.startRun("prod", "tolerant"));
    assertThat(journal.lines()).containsExactly("n2 after");
    assertThat(Json.text(ended, "state")).isEqualTo("ApplyFailed");
  }

  @Test
  void anActionOfItsOwnReachesItsNode() {
    Installation muster = SHARED.get();
    JsonNode action =
        muster
            .api()
            .post(
                ApiPath.of("clusters", "prod", "nodes", "n3", "actions"),
                Json.object().put("kind", "test.success"))
            .json();
    Awaitility.await("the action is done")
        .atMost(SOON)
        .until(() ->
            Json.text(
                    muster.api().get(ApiPath.of("actions", Json.text(action, "id"))).json(),
                    "state")
                .equals("DONE"));
  }

  /** Temporal's own tools tell the same as the API, where there are any. */
  private void temporalKnows(String run, String state, String details) {
    Optional<TemporalCli> tools = SHARED.get().temporal();
    assertThat(tools.isPresent()).isEqualTo(engine != TestedEngine.EMBEDDED);
    tools.ifPresent(temporal -> {
      String id = "playbook/" + run;
      String query =
          "MusterCluster = 'prod' AND MusterState = '%s' AND WorkflowId = '%s'"
              .formatted(state, id);
      Awaitility.await("the list finds " + id + " as " + state)
          .atMost(SOON)
          .until(() -> temporal.ask("workflow", "list", "--query", query).size() == 1);
      Awaitility.await("the current details of " + id + " name " + details)
          .atMost(SOON)
          .until(() ->
              temporal
                  .ask("workflow", "metadata", "--workflow-id", id)
                  .toString()
                  .contains(details));
    });
  }

  private static List<String> audit(String run) {
    JsonNode list = SHARED.get().api().get(ApiPath.of("audit").with("run", run)).json();
    return Json.items(list, "items").stream()
        .map(entry -> Json.text(entry, "actor") + " " + Json.text(entry, "what"))
        .toList();
  }

  /** No agent has anything to do; a node between two steps is still called running. */
  private static boolean nothingExecutes(JsonNode run) {
    return !Shown.mayExecute(run);
  }

  private static String oneStage(String name, String step, String rules) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: %s}
    stages:
      - {name: all, %stargets: {select: ""}, steps: [%s]}
    """
        .formatted(name, rules, step);
  }

  private static String twoStages(String name, Journal journal) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: %1$s}
    stages:
      - name: canary
        targets: {nodes: [n1]}
        steps: &steps
          - %2$s
          - %3$s
      - name: rest
        approval: {required: 1}
        targets: {select: "", except: stages.canary}
        steps: *steps
    """
        .formatted(name, journal.step("one", "1"), journal.step("two", "1"));
  }
}
