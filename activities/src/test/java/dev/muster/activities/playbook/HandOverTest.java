package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.records.runs.RunDetail;
import dev.muster.workflows.contract.BeginRequest;
import dev.muster.workflows.contract.RunBegun;
import dev.muster.workflows.contract.RunStanding;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a cycle does of a run's advance, and how a run begins. */
final class HandOverTest {

  private static final String ONE_STEP =
      """
      stages:
        - name: only
          targets: {nodes: [n1]}
          steps: [{name: one, action: test.success}]
      """;

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3");

  @Test
  void theCycleThatEndsAStageStartsTheNextOneAndTellsTheRun() {
    Rollout run = Rollout.askThenTell(scene);
    run.advance();
    assertThat(scene.signals().nudges()).containsExactly(List.of(new NodeId("n1")));
    run.cycle();
    FakeAgent canary = scene.agent("n1");
    canary.finish(canary.held().getFirst(), "{\"outputs\":{\"answer\":\"x\"}}");
    run.cycle();
    canary.finish(canary.held().getLast());
    scene.signals().clear();

    run.cycle();
    assertThat(scene.signals().progressed()).containsExactly(run.id());
    assertThat(scene.agent("n2").held()).hasSize(1);
    assertThat(scene.agent("n3").held()).hasSize(1);
    assertThat(run.nodes(1)).containsExactly("n2 RUNNING", "n3 RUNNING");
    RunStanding standing = run.advance();

    assertThat(standing.stage()).contains("rest");
    assertThat(scene.signals().nudges()).isEmpty();
  }

  @Test
  void theCycleThatEndsTheLastStageEndsTheRunAndTellsIt() {
    Rollout run = Rollout.of(scene, ONE_STEP);
    run.advance();
    run.cycle();
    FakeAgent agent = scene.agent("n1");
    agent.finish(agent.held().getFirst());
    scene.signals().clear();

    run.cycle();

    RunDetail ended = run.detail();
    assertThat(ended.run().state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(ended.run().standing().reason()).isEqualTo("every stage is finished");
    assertThat(ended.run().times().finishedAt()).isPresent();
    assertThat(ended.stages().getFirst().state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(scene.signals().progressed()).containsExactly(run.id());
    RunStanding standing = run.advance();
    assertThat(standing.state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(standing.why()).isEqualTo("every stage is finished");
    assertThat(run.detail()).as("finding it over writes nothing").isEqualTo(ended);
  }

  @Test
  void beginningTakesTheRunOverAndOpensItsFirstStage() {
    Rollout run = Rollout.of(scene, ONE_STEP);

    RunBegun begun = scene.runs().begin(new BeginRequest(run.id(), List.of()));

    assertThat(begun.epoch()).isGreaterThan(run.epoch());
    assertThat(begun.standing().stage()).contains("only");
    assertThat(run.steps(0, "n1")).containsExactly("one 1 PENDING_SCHEDULE");
    assertThat(scene.signals().nudges()).containsExactly(List.of(new NodeId("n1")));
    assertThat(run.advance().superseded()).isTrue();
  }

  @Test
  void aRunThatDoesNotExistCannotBegin() {
    assertThatThrownBy(
            () -> scene.runs().begin(new BeginRequest(new RunId(UUID.randomUUID()), List.of())))
        .hasMessageContaining("there is no run");
  }

  @Test
  void theCycleLeavesToTheWorkflowWhatTheWorkflowMoves() {
    Rollout run = Rollout.askThenTell(scene);
    run.advance();
    run.cycle();
    FakeAgent canary = scene.agent("n1");
    canary.finish(canary.held().getFirst(), "{\"outputs\":{\"answer\":\"x\"}}");
    run.cycle();
    canary.finish(canary.held().getLast());

    scene
        .records()
        .runFences()
        .write(
            run.id(),
            run.epoch(),
            writes -> {
              // The workflow's transaction is on this thread, so the cycle needs another one.
              CompletableFuture.runAsync(run::cycle).join();
              return "moved";
            });

    assertThat(run.nodes(1)).containsExactly("n2 PENDING", "n3 PENDING");
    assertThat(run.advance().stage()).contains("rest");
    assertThat(scene.signals().nudges().getLast())
        .containsExactly(new NodeId("n2"), new NodeId("n3"));
  }
}
