package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.AgentMain;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.XZInputStream;
import tools.jackson.databind.JsonNode;

/** A new Muster and new agents on the folders of older ones, which were killed in the middle. */
@Tag("deep")
final class UpgradeIT {

  /** What is in it, and how it came to be, says the README beside it. */
  private static final String FOLDERS = "/upgrade/before-flat-cost.tar.xz";

  private static final int FIRST_AGENT = 17_611;
  private static final int ACTIONS_OF_ROLL = 12;

  @TempDir private Path folder;

  private final List<JavaProcess> agents = new ArrayList<>();

  @BeforeEach
  void unpack() throws Exception {
    Process tar =
        new ProcessBuilder("tar", "-xpf", "-", "-C", folder.toString())
            .inheritIO()
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start();
    try (InputStream packed = Objects.requireNonNull(UpgradeIT.class.getResourceAsStream(FOLDERS));
        OutputStream unpacked = tar.getOutputStream()) {
      new XZInputStream(packed).transferTo(unpacked);
    }
    assertThat(tar.waitFor()).isZero();
    for (int agent = 1; agent <= 4; agent++) {
      agents.add(agent("a" + agent, FIRST_AGENT + agent - 1));
    }
  }

  private JavaProcess agent(String node, int port) {
    return JavaProcess.start(
        AgentMain.class,
        folder.resolve(node + ".err"),
        List.of(
            "--node",
            node,
            "--listen",
            "127.0.0.1:" + port,
            "--data",
            folder.resolve(node).toString(),
            "--allow",
            "*"));
  }

  @AfterEach
  void stop() {
    agents.forEach(JavaProcess::close);
  }

  @Test
  void openRunsOfAnOlderVersionGoOnWhereTheyWereAndNothingIsDoneTwice() {
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder);
        MusterApi other = muster.apiAs("another")) {
      List<String> runs = runs(muster, "roll").toList();
      assertThat(runs).hasSize(2);
      List<String> done = done(muster);
      assertThat(done).as("done before the upgrade").isNotEmpty();

      for (String run : runs) {
        muster.awaitRun(run, Duration.ofMinutes(2), UpgradeIT::waitsForApproval);
        other.post(ApiPath.of("runs", run, "approve"), Json.object());
        assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
      }

      List<JsonNode> actions = actions(muster);
      assertThat(actions)
          .allSatisfy(action -> assertThat(Json.text(action, "state")).isEqualTo("DONE"));
      assertThat(actions.stream().map(UpgradeIT::place).toList())
          .hasSize(ACTIONS_OF_ROLL)
          .doesNotHaveDuplicates()
          .containsAll(done);
      assertThat(actions.stream().map(action -> Json.text(action, "id"))).doesNotHaveDuplicates();
    }
  }

  /** The time for an answer, a day, ran out while nobody was there: no run waits for ever. */
  @Test
  void aQuestionOfAnOlderVersionThatRanOutMeanwhileEndsItsRunWithTheReason() {
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      String run = runs(muster, "ask").findFirst().orElseThrow();
      JsonNode ended = muster.awaitEnd(run);
      assertThat(Json.text(ended, "state")).isEqualTo("Cancelled");
      assertThat(Json.text(ended, "stateReason"))
          .isEqualTo(
              "stage ask was not approved: 0 of 1 approvals were given by 2026-11-23T07:07:53Z");
    }
  }

  @Test
  void whatCanBeDoneWithANewOneCanBeDoneWithThatOfAnOlderVersion() {
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      runs(muster, "roll")
          .forEach(run -> muster.api().post(ApiPath.of("runs", run, "cancel"), Json.object()));
      runs(muster, "roll")
          .forEach(
              run -> assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Cancelled"));
      String run = muster.startRun("lab", "ask");
      JsonNode waiting = muster.awaitRun(run, Duration.ofMinutes(2), UpgradeIT::waitsForApproval);
      assertThat(waiting.path("requester").asString()).isEqualTo("tester");
    }
  }

  private static boolean waitsForApproval(JsonNode run) {
    return Json.text(run, "state").equals("PendingApprove");
  }

  private static Stream<String> runs(Installation muster, String playbook) {
    return Json.items(
            muster.api().get(ApiPath.of("runs").with("playbook", playbook)).json(), "items")
        .stream()
        .map(run -> Json.text(run, "id"));
  }

  private static List<JsonNode> actions(Installation muster) {
    return Json.items(muster.api().get(ApiPath.of("actions").with("limit", "100")).json(), "items");
  }

  private static List<String> done(Installation muster) {
    return actions(muster).stream()
        .filter(action -> Json.text(action, "state").equals("DONE"))
        .map(UpgradeIT::place)
        .toList();
  }

  /** Which step of which run on which node it is. */
  private static String place(JsonNode action) {
    return Stream.of("run", "stage", "step", "node", "attempt")
        .map(part -> action.path(part).asString("-"))
        .toList()
        .toString();
  }
}
