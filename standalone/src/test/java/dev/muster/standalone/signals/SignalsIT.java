package dev.muster.standalone.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.standalone.acceptance.Installation;
import dev.muster.standalone.acceptance.TestedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of docs/temporal.md, as it stands there, with the real {@code temporal} and {@code
 * tctl}; what it should do is looked up with the REST API.
 */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class SignalsIT {

  @TempDir private static @Nullable Path folder;
  private static @Nullable Installation installation;
  private static @Nullable Stage stage;
  private static @Nullable Tools tools;

  private final TestedEngine engine;

  SignalsIT(TestedEngine engine) {
    this.engine = engine;
  }

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    if (engine != TestedEngine.EMBEDDED && Tools.find("temporal").isPresent()) {
      Path own = Files.createDirectories(given(folder).resolve(engine.toString()));
      Installation muster = new Installation(engine, own);
      installation = muster;
      tools = new Tools(muster.temporal().orElseThrow());
      stage = new Stage(muster);
    }
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    if (installation != null) {
      installation.close();
      installation = null;
    }
  }

  @AfterEach
  void clear() {
    if (installation != null) {
      given(stage).clear();
    }
  }

  static List<DocumentedCommand> commands() {
    return DocumentedCommand.all();
  }

  @Test
  void theDocumentHasCommandsForBothProgramsAndForEverySituation() {
    assertThat(commands()).extracting(DocumentedCommand::program).contains("temporal", "tctl");
    assertThat(commands())
        .extracting(DocumentedCommand::given)
        .contains(
            "lists",
            "shows",
            "run-waits-for-approval",
            "run-runs",
            "run-is-paused",
            "action-waits-for-approval",
            "cluster-is-there",
            "bad-signals");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void doesWhatTheDocumentSays(DocumentedCommand command) {
    assumeTrue(
        engine != TestedEngine.EMBEDDED,
        "the embedded engine has no lists; -Dmuster.engines=dev-server,server");
    assumeTrue(
        Tools.find(command.program()).isPresent(),
        command.program() + " is not installed; scripts/real-temporal install");
    switch (command.given()) {
      case "lists" -> list(command);
      case "shows" -> show(command);
      case "run-waits-for-approval" -> onRun(command, given(stage).runThatWaitsForApproval());
      case "run-runs" -> onRun(command, given(stage).runThatRuns());
      case "run-is-paused" -> onRun(command, given(stage).runThatIsPaused());
      case "action-waits-for-approval" -> onAction(command);
      case "cluster-is-there" -> onCluster(command);
      case "bad-signals" -> isIgnored(command);
      default -> throw new AssertionError("a situation without a test: " + command.given());
    }
  }

  /** Lists are up to date a moment later. */
  private void list(DocumentedCommand command) {
    String run = given(stage).runThatWaitsForApproval();
    String expected = command.line().contains("count") ? "Total: 1" : "playbook/" + run;
    given(stage)
        .await("listed by " + command.line(), () -> succeeds(command, "", run).contains(expected));
  }

  private void show(DocumentedCommand command) {
    String run = given(stage).runThatWaitsForApproval();
    String text = succeeds(command, "", run);
    if (command.line().contains("workflow show")) {
      assertThat(text.toLowerCase(java.util.Locale.ROOT)).contains("started");
    } else if (command.line().contains("orchestration/")) {
      assertThat(text).contains(Stage.CLUSTER);
    } else if (command.line().contains("describe")) {
      assertThat(text).contains("playbook/" + run, "MusterState");
    } else {
      assertThat(text).containsIgnoringCase("waits for approval");
    }
  }

  private void onRun(DocumentedCommand command, String run) {
    String before = given(stage).state(run);
    succeeds(command, "", run);
    switch (command.verb()) {
      case "approve" -> given(stage).awaitState(run, "Completed");
      case "reject", "cancel" -> given(stage).awaitState(run, "Cancelled");
      case "pause" -> given(stage).awaitState(run, "Paused");
      case "resume" -> given(stage).await("resumed", () -> !given(stage).state(run).equals(before));
      default -> throw new AssertionError("a verb without a test: " + command);
    }
  }

  private void onAction(DocumentedCommand command) {
    String action = given(stage).actionThatWaitsForApproval();
    succeeds(command, action, "");
    String expected = command.verb().equals("approve") ? "DONE" : "CANCELLED";
    given(stage)
        .await("action is " + expected, () -> given(stage).actionState(action).equals(expected));
  }

  private void onCluster(DocumentedCommand command) {
    String nudged = given(stage).newestNudged();
    int pings = given(stage).pings();
    succeeds(command, "", "");
    switch (command.verb()) {
      case "nudge" ->
          given(stage).await("nudged", () -> !given(stage).newestNudged().equals(nudged));
      case "addAction" ->
          given(stage).await("one action more", () -> given(stage).pings() == pings + 1);
      case "changeSettings" -> awaitSettings(command);
      default -> throw new AssertionError("a name without a test: " + command);
    }
  }

  private static void awaitSettings(DocumentedCommand command) {
    String limit = command.line().replaceAll(".*maxNodesInWork\\\\?\":(\\w+).*", "$1");
    given(stage)
        .await(
            "the limit is " + limit,
            () -> given(stage).settings().path("maxNodesInWork").asString("null").equals(limit));
  }

  private void isIgnored(DocumentedCommand command) {
    String run = given(stage).runThatWaitsForApproval();
    int before = given(stage).ignored().size();
    succeeds(command, "", run);
    given(stage).await("it is in the audit", () -> given(stage).ignored().size() > before);
    String newest = given(stage).ignored().getFirst();
    assertThat(newest).contains("\"why\":").contains(command.name());
    if (command.line().contains("\"by\":\"ada\"") && !command.line().contains("bob")) {
      assertThat(newest).startsWith("user:ada");
    }
    assertThat(given(stage).state(run)).isEqualTo("PendingApprove");
  }

  private static String succeeds(DocumentedCommand command, String action, String run) {
    Tools.Said said =
        given(tools)
            .run(
                command,
                Map.of("CLUSTER", Stage.CLUSTER, "NODE", Stage.NODE, "RUN", run, "ACTION", action));
    assertThat(said.code()).as("%s%n%s", command.line(), said.text()).isZero();
    if (command.isUpdate()) {
      assertThat(said.text()).contains("APPLIED");
    }
    return said.text();
  }

  private static <T> T given(@Nullable T thing) {
    if (thing == null) {
      throw new IllegalStateException("nothing was started");
    }
    return thing;
  }
}
