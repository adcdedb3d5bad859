package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.run.ProgressState;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.RunStanding;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What the records forgot and agents know: a lost row, and a database that was restored. */
final class SetBackTest {

  private static final String[] STEPS = {
    "{name: one, action: test.success, args: {text: \"1\"}}",
    "{name: two, action: test.success, args: {text: \"2\"}}",
    "{name: three, action: test.success, args: {text: \"3\"}}"
  };

  private static final String ROLLBACK =
      """
      stages:
        - name: up
          targets: {select: "role=broker", limit: 1}
          onFailure: rollback
          steps:
            - {name: one, action: test.success, args: {text: "1"}}
      rollback:
        - name: down
          targets: {touched: true}
          steps:
            - {name: back, action: test.success, args: {text: "2"}}
            - {name: check, action: test.success, args: {text: "3"}}
      """;

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3");

  @Test
  void lostRowUnderARunningActionIsTakenBackAndItsStepIsDoneOnce() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    run.cycle();
    FakeAgent canary = scene.agent("n1");
    ActionId first = canary.held().getFirst();
    canary.begin(first);
    run.cycle();
    lose(first);

    run.cycle();

    assertThat(run.steps(0, "n1")).containsExactly("one 1 RUNNING");
    assertThat(scene.show(first).work().requester()).isEqualTo("ada");
    assertThat(scene.detail(first).transitions().getFirst().why()).contains("its record was lost");
    assertEndsWithEachStepOnce(run);
  }

  @Test
  void lostRowOfAStepThatEndedLongAgoIsTakenBackAndItsStepIsDoneOnce() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    run.cycle();
    FakeAgent canary = scene.agent("n1");
    ActionId first = canary.held().getFirst();
    canary.finish(first);
    canary.failPosts();
    run.cycle();
    canary.takePosts();
    scene.database().sql("truncate action_transitions, actions");

    assertEndsWithEachStepOnce(run);
    assertThat(canary.held()).startsWith(first);
  }

  @Test
  void runGoesOnFromWhereItsAgentsAreAfterADatabaseWasRestored() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    run.cycle();
    scene.database().backUp();
    for (int i = 0; i < 7; i++) {
      scene.agents().values().forEach(agent -> agent.unfinished().forEach(agent::finish));
      run.cycle();
      run.advance();
    }
    run.cycle();
    List<ActionId> begun = scene.agent("n2").held();
    assertThat(begun).isNotEmpty();
    scene.agent("n2").unfinished().forEach(scene.agent("n2")::begin);
    scene.database().restore();
    assertThat(run.nodes(1)).containsExactly("n2 PENDING", "n3 PENDING");

    assertEndsWithEachStepOnce(run.again());
  }

  @Test
  void actionOfAStageThatIsNotOpenIsNotDoneAgainWhenTheStageOpens() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    scene.database().backUp();
    assertThat(run.play(FakeAgent::finish).state()).isEqualTo(ProgressState.COMPLETED);
    scene.database().restore();

    assertEndsWithEachStepOnce(run.again());
  }

  @Test
  void stepsOfARollbackThatTheRecordsForgotAreNotDoneAgain() {
    Rollout run = Rollout.of(scene, ROLLBACK);
    scene.database().backUp();
    RunStanding end = run.play(SetBackTest::failFirst);
    assertThat(end.state()).isEqualTo(ProgressState.ROLLED_BACK);
    List<ActionId> held = scene.agent("n1").held();
    scene.database().restore();

    RunStanding again = run.again().play(FakeAgent::finish);

    assertThat(again.state()).isEqualTo(ProgressState.ROLLED_BACK);
    assertThat(scene.agent("n1").held()).isEqualTo(held);
    assertThat(run.steps(1, "n1")).containsExactly("back 1 DONE", "check 1 DONE");
  }

  @Test
  void stepThatItsAgentPurgedIsLostAndNotDoneAgain() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    scene.database().backUp();
    run.play(FakeAgent::finish);
    List<ActionId> held = scene.agent("n1").held();
    scene.database().restore();
    held.forEach(scene.agent("n1")::purge);

    RunStanding end = run.again().play(FakeAgent::finish);

    assertThat(end.state()).isEqualTo(ProgressState.APPLY_FAILED);
    assertThat(scene.state(held.getFirst())).isEqualTo(ActionState.LOST);
    assertThat(run.reason(0, "n1")).contains("lost");
    assertThat(scene.agent("n1").held()).isEmpty();
  }

  @Test
  void actionsOfARunThatTheRecordsForgotAreShownAsFoundWithTheReason() {
    scene.cycle();
    scene.database().backUp();
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    run.cycle();
    ActionId first = scene.agent("n1").held().getFirst();
    scene.database().restore();

    CycleReport report = scene.takeOver();

    assertThat(report.notes().getFirst()).contains("n1", run.id().toString());
    assertThat(scene.show(first).step()).isEmpty();
    assertThat(scene.show(first).state()).isEqualTo(ActionState.NEW);
    assertThat(scene.detail(first).transitions().getFirst().why())
        .contains("found on the agent", run.id().toString(), "not recorded");
    assertThat(scene.node("n1").failures().lastError()).isPresent();
  }

  @Test
  void actionThatOnlyCallsItselfAStepGetsNoPlaceInTheRun() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    run.cycle();
    FakeAgent canary = scene.agent("n1");
    ActionReport real = canary.report(canary.held().getFirst());
    UUID forged = UUID.randomUUID();
    canary.put(
        new ActionReport(
            forged,
            real.kind(),
            real.args(),
            Map.of("run", run.id().toString(), "stage", "canary", "step", "two", "attempt", "1"),
            real.createdAt(),
            real.receivedAt(),
            real.startedAt(),
            real.finishedAt(),
            ActionState.RUNNING,
            real.payload(),
            real.error(),
            real.exitCode(),
            real.origin(),
            real.transitions()));

    run.cycle();

    assertThat(run.steps(0, "n1")).containsExactly("one 1 NEW");
    assertThat(scene.show(new ActionId(forged)).step()).isEmpty();
    assertThat(scene.detail(new ActionId(forged)).transitions().getFirst().why())
        .contains("is another action");
    assertThat(scene.node("n1").failures().lastError().orElseThrow()).contains(forged.toString());
  }

  @Test
  void writersOfTheTimeThatWasForgottenAreRefused() {
    Rollout run = Rollout.withCanary(scene, STEPS);
    run.advance();
    scene.database().backUp();
    Rollout forgotten = run.again();
    Fence cycles = scene.fence();
    scene.database().restore();

    Rollout now = run.again();

    assertThat(scene.fence().epoch()).isGreaterThan(cycles.epoch());
    assertThat(now.epoch()).isGreaterThan(forgotten.epoch());
    assertThat(
            scene
                .runs()
                .advance(new AdvanceRequest(run.id(), forgotten.epoch(), List.of()))
                .superseded())
        .isTrue();
    CycleRequest zombie = new CycleRequest(cycles.next(), Trigger.INTERVAL, List.of(), List.of());
    assertThat(scene.cycles().cycle(zombie).standing()).isEqualTo(Standing.SUPERSEDED);
  }

  private void lose(ActionId id) {
    scene.database().sql("delete from action_transitions where action = '%s'".formatted(id));
    scene.database().sql("delete from actions where id = '%s'".formatted(id));
  }

  private void assertEndsWithEachStepOnce(Rollout run) {
    RunStanding end = run.play(FakeAgent::finish);
    assertThat(end.state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(run.nodes(0)).containsExactly("n1 SUCCEEDED");
    assertThat(run.nodes(1)).containsExactly("n2 SUCCEEDED", "n3 SUCCEEDED");
    for (int node = 1; node <= 3; node++) {
      assertThat(run.steps(node == 1 ? 0 : 1, "n" + node))
          .containsExactly("one 1 DONE", "two 1 DONE", "three 1 DONE");
      assertThat(scene.agent("n" + node).held()).hasSize(3);
    }
  }

  private static void failFirst(FakeAgent agent, ActionId id) {
    if (agent.held().size() == 1) {
      agent.fail(id, "no");
    } else {
      agent.finish(id);
    }
  }
}
