package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.activities.fake.sdk.Answers;
import dev.muster.activities.fake.sdk.StandInAgent;
import dev.muster.activities.fake.sdk.StandInAgent.Generation;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.workflows.contract.ActionCommand.Verb;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CycleReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cycles over a node whose agent was built on Replicante's SDK, beside one of Muster's own. */
final class SdkCycleTest {

  private static final String SUCCESS = "agent.replicante.io/test.success";
  private static final String LOOP = "agent.replicante.io/test.loop";

  @AutoClose private final Scene scene = Scene.of("own");
  private final Path file;
  private StandInAgent agent;

  SdkCycleTest(@TempDir Path folder) {
    file = folder.resolve("agent.db");
    agent = StandInAgent.start("sdk", file, Generation.SECOND);
    scene.register("sdk", agent.address(), AgentProtocol.REPLICANTE_V0);
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @Test
  void anActionGoesThereAndItsOutcomeComesBack() {
    ActionId id = action(LOOP, "{\"target\": 2}");
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.NEW);
    agent.step();
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
    agent.step();
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.DONE);
    assertThat(scene.node("sdk").seen().status()).isEqualTo(NodeStatus.UP);
    assertThat(agent.requests("POST /action")).isEqualTo(1);
  }

  @Test
  void manyActionsEndThoughTheListsShowFiftyOfThem() {
    List<ActionId> ids = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      ids.add(action(SUCCESS, "{}"));
      scene.cycle();
      agent.step();
    }
    scene.cycle();
    assertThat(ids).allSatisfy(id -> assertThat(scene.state(id)).isEqualTo(ActionState.DONE));
    assertThat(agent.requests("POST /action")).isEqualTo(70);
  }

  @Test
  void anUnknownKindFailsAtOnceWithTheAgentsReason() {
    ActionId id = action("no/such.kind", "{}");
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.FAILED);
    assertThat(scene.detail(id).toString()).contains("metadata for action no/such.kind not found");
    assertThat(agent.requests("POST /action")).isEqualTo(1);
  }

  @Test
  void whatIsThereAlreadyAndOnNoListIsRecognizedWhenItIsSentAgain() {
    for (int i = 0; i < 55; i++) {
      agent.take(new UUID(7, i).toString(), SUCCESS);
    }
    agent.steps(55);
    ActionId id = action(SUCCESS, "{}");
    scene.cycle();
    agent.step();
    scene
        .database()
        .sql("update actions set sent_at = null, pushed_at = null, state = 'PENDING_SCHEDULE'");
    scene.takeOver();
    assertThat(agent.requests("POST /action")).isEqualTo(2);
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.DONE);
  }

  @Test
  void cancellingWhatTheAgentHasIsRefusedAndSaysWhy() {
    ActionId id = action(LOOP, "{}");
    scene.cycle();
    agent.step();
    scene.cycle();

    CommandOutcome outcome = scene.command(id, Verb.CANCEL, "ada").outcomes().getFirst();

    assertThat(outcome.text()).contains("RUNNING", "replicante/v0", "no cancel");
    agent.steps(10);
    scene.cycle();
    assertThat(scene.state(id)).isEqualTo(ActionState.DONE);
  }

  @Test
  void whatAnAgentLostIsLostHere() throws Exception {
    ActionId id = action(LOOP, "{}");
    scene.cycle();
    agent.step();
    scene.cycle();
    agent.close();
    Files.delete(file);
    agent = StandInAgent.start("sdk", file, Generation.SECOND);
    scene.register("sdk", agent.address(), AgentProtocol.REPLICANTE_V0);

    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.LOST);
  }

  @Test
  void whatSomebodyElseGaveTheAgentIsRecorded() {
    scene.cycle();
    String stranger = "11111111-2222-3333-4444-555555555555";
    agent.take(stranger, SUCCESS);
    agent.step();
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(ActionId.parse(stranger))).isEqualTo(ActionState.DONE);
  }

  @Test
  void aDiseasedAgentIsItsNodesErrorAndTouchesNothingElse() {
    try (Answers liar = Answers.of("sdk")) {
      ActionId others = scene.action("own", ActionState.PENDING_SCHEDULE);
      scene.cycle();
      // It lists the other node's action as its own.
      liar.say(
          "/actions/queue",
          "{\"actions\":[{\"id\":\"%s\",\"kind\":\"a/b\",\"phase\":\"RUNNING\"}]}"
              .formatted(others));
      liar.say(
          "/action/" + others,
          """
          {"id":"%s","kind":"a/b","created_time":"2026-03-02T07:00:00Z",
           "scheduled_time":"2026-03-02T07:00:00Z","state":{"phase":"RUNNING"}}\
          """
              .formatted(others));
      scene.register("sdk", liar.address(), AgentProtocol.REPLICANTE_V0);
      CycleReport report = scene.cycle();

      assertThat(report.notes().toString()).contains("sdk", others.toString());
      assertThat(scene.node("sdk").failures().lastError().orElseThrow()).contains("own");
      scene.agent("own").finish(others);
      scene.cycle();
      assertThat(scene.state(others)).isEqualTo(ActionState.DONE);
      assertThat(scene.node("own").failures().lastError()).isEmpty();
    }
  }

  @Test
  void whatItMayHaveForgottenIsNotSentAgain() throws Exception {
    ActionId id = action(SUCCESS, "{}");
    scene.cycle();
    agent.step();
    agent.clean(Duration.ZERO);
    scene.clock().advance(Duration.ofDays(2));

    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.LOST);
    scene.cycle();
    assertThat(agent.requests("POST /action")).isEqualTo(1);
  }

  private ActionId action(String kind, String args) {
    return scene.action("sdk", ActionState.PENDING_SCHEDULE, kind, args);
  }
}
