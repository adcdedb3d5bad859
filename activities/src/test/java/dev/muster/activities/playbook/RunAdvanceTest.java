package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Reports;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.RunStanding;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class RunAdvanceTest {

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3");

  @Test
  void wholeRunIsPlayedStageByStage() {
    Rollout run = Rollout.askThenTell(scene);

    RunStanding end = run.play((agent, id) -> agent.finish(id, "{\"outputs\":{\"answer\":42}}"));

    assertThat(end.state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(run.nodes(0)).containsExactly("n1 SUCCEEDED");
    assertThat(run.nodes(1)).containsExactly("n2 SUCCEEDED", "n3 SUCCEEDED");
    assertThat(run.steps(1, "n3")).containsExactly("ask 1 DONE", "tell 1 DONE");
    List<ActionId> held = scene.agent("n3").held();
    assertThat(scene.show(held.getFirst()).work().args().get("text").asString()).isEqualTo("n3");
    assertThat(scene.show(held.getLast()).work().args().get("text").asInt()).isEqualTo(42);
    assertThat(scene.show(held.getLast()).work().metadata())
        .containsEntry("step", "tell")
        .containsEntry("stage", "rest")
        .containsEntry("run", run.id().toString());
  }

  @Test
  void nextStepIsPushedInTheCycleThatSeesTheOneBeforeEnd() {
    Rollout run = Rollout.askThenTell(scene);
    run.advance();
    run.cycle();
    FakeAgent canary = scene.agent("n1");
    canary.finish(canary.held().getFirst(), "{\"outputs\":{\"answer\":\"x\"}}");

    CycleReport report = run.cycle();

    assertThat(report.figures().started()).isEqualTo(1);
    assertThat(canary.held()).hasSize(2);
    assertThat(run.nodes(0)).containsExactly("n1 RUNNING");
  }

  @Test
  void advancingTwiceDoesNothingTwice() {
    Rollout run = Rollout.askThenTell(scene);
    RunStanding first = run.advance();
    RunStanding second = run.advance();

    assertThat(second).isEqualTo(first);
    assertThat(scene.signals().nudges()).hasSize(1);
    assertThat(run.steps(0, "n1")).containsExactly("ask 1 PENDING_SCHEDULE");
  }

  @Test
  void olderExecutionOfARunIsRefused() {
    Rollout run = Rollout.askThenTell(scene);
    scene.runs().takeEpoch(run.id());

    RunStanding standing = run.advance();

    assertThat(standing.superseded()).isTrue();
    assertThat(run.steps(0, "n1")).isEmpty();
  }

  @Test
  void failureBeyondTheBudgetStopsTheRunAndCancelsTheRest() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {select: "role=broker"}
                steps: [{name: one, action: test.fail, retries: {max: 1, delay: 0s}}]
            """);

    RunStanding end = run.play((agent, id) -> agent.fail(id, "broken"));
    run.cycle();

    assertThat(end.state()).isEqualTo(ProgressState.APPLY_FAILED);
    assertThat(run.nodes(0)).containsExactly("n1 FAILED", "n2 CANCELLED", "n3 CANCELLED");
    assertThat(run.steps(0, "n1")).containsExactly("one 1 FAILED", "one 2 FAILED");
    assertThat(run.reason(0, "n1")).isEqualTo("step one failed at attempt 2");
    assertThat(run.steps(0, "n2")).containsExactly("one 1 CANCELLED");
    assertThat(scene.agent("n2").held()).isEmpty();
  }

  @Test
  void argumentsThatCannotBeMadeFailTheNode() {
    Rollout run = Rollout.askThenTell(scene);

    RunStanding end = run.play((agent, id) -> agent.finish(id, "{\"outputs\":{}}"));

    assertThat(end.state()).isEqualTo(ProgressState.APPLY_FAILED);
    assertThat(run.nodes(0)).containsExactly("n1 FAILED");
    assertThat(run.reason(0, "n1")).contains("the arguments of step tell cannot be made");
  }

  @Test
  void stepWhoseConditionIsFalseIsSkipped() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {select: "role=broker"}
                concurrency: 3
                steps:
                  - {name: odd, action: test.success, when: "node.id != 'n2'"}
            """);

    RunStanding end = run.play((agent, id) -> agent.finish(id));

    assertThat(end.state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(run.nodes(0)).containsExactly("n1 SUCCEEDED", "n2 SKIPPED", "n3 SUCCEEDED");
  }

  @Test
  void nodeSettlesBeforeItCounts() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {nodes: [n1]}
                settle: {wait: 1s, stable: 10s, timeout: 1m}
                steps: [{name: one, action: test.success}]
            """);
    run.advance();
    run.cycle();
    scene.agent("n1").finish(scene.agent("n1").held().getFirst());

    CycleReport settling = run.cycle();
    assertThat(run.nodes(0)).containsExactly("n1 RUNNING");
    assertThat(settling.watchable()).isTrue();
    assertThat(settling.reviewAt()).isPresent();
    scene.agent("n1").status(NodeStatus.UNHEALTHY);
    run.cycle();
    scene.clock().advance(Duration.ofSeconds(12));
    scene.agent("n1").status(NodeStatus.UP);
    run.cycle();
    assertThat(run.nodes(0)).containsExactly("n1 RUNNING");
    scene.clock().advance(Duration.ofSeconds(11));
    run.cycle();

    assertThat(run.nodes(0)).containsExactly("n1 SUCCEEDED");
    assertThat(run.advance().state()).isEqualTo(ProgressState.COMPLETED);
  }

  @Test
  void silentNodeCountsAsFailedAndItsActionIsBelievedLater() {
    Rollout run = Rollout.askThenTell(scene);
    run.advance();
    run.cycle();
    ActionId id = scene.agent("n1").held().getFirst();
    int port = scene.agent("n1").port();
    scene.agent("n1").close();
    run.cycle();
    assertThat(run.nodes(0)).containsExactly("n1 RUNNING");

    scene.clock().advance(Duration.ofMinutes(6));
    run.cycle();

    assertThat(run.nodes(0)).containsExactly("n1 UNREACHABLE");
    assertThat(run.advance().state()).isEqualTo(ProgressState.APPLY_FAILED);
    try (FakeAgent back = FakeAgent.start("n1", port)) {
      back.put(Reports.done(id, scene.show(id)));
      run.cycle();
    }
    assertThat(scene.state(id)).isEqualTo(ActionState.DONE);
    assertThat(run.nodes(0)).containsExactly("n1 UNREACHABLE");
  }

  @Test
  void failedStageIsRolledBackOnTheNodesThatWereTouched() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {select: "role=broker"}
                onFailure: rollback
                steps: [{name: "one", action: test.fail}]
            rollback:
              - name: undo
                targets: {touched: true}
                steps: [{name: back, action: test.success}]
            """);

    RunStanding end =
        run.play((agent, id) -> {
          if (agent.report(id).kind().equals("test.fail")) {
            agent.fail(id, "broken");
          } else {
            agent.finish(id);
          }
        });

    assertThat(end.state()).isEqualTo(ProgressState.ROLLED_BACK);
    assertThat(run.nodes(1)).containsExactly("n1 SUCCEEDED");
  }

  @Test
  void unknownRunIsGone() {
    assertThat(
            catchThrowable(() ->
                scene
                    .runs()
                    .advance(new AdvanceRequest(new RunId(UUID.randomUUID()), 1, List.of()))))
        .hasMessageContaining("there is no run");
  }
}
