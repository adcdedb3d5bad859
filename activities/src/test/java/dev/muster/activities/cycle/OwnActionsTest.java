package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.core.CoreNext;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.core.CoreActions;
import dev.muster.records.core.CoreActions.Signalled;
import dev.muster.records.core.CoreTurn;
import dev.muster.records.nodes.NodeRemoval;
import dev.muster.workflows.contract.ActionCommand.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Muster itself executes, as cycles hand it over and take it back. */
final class OwnActionsTest {

  private final Scene scene = Scene.of(Recall.CHECKED, "n1", "n2");
  private final CoreActions worker = scene.records().coreActions(UUID.randomUUID());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void itIsHandedOverOnceAndNoAgentHearsOfIt() {
    ActionId action = own("n1");
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.RUNNING);
    scene.cycle();
    assertThat(scene.agent("n1").requests("POST /v1/actions")).isZero();
    List<CoreTurn> turns = worker.take(scene.clock().instant(), 9);
    assertThat(turns).hasSize(1);
    assertThat(turns.getFirst().push().id()).isEqualTo(action);
    assertThat(turns.getFirst().expires())
        .contains(turns.getFirst().begun().plus(Duration.ofMinutes(1)));
    worker.later(
        action, scene.clock().instant(), Optional.empty(), Optional.of("the first try failed"));
    scene.cycle();
    worker.take(scene.clock().instant(), 9);
    end(action, ActionState.DONE);
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.DONE);
    assertThat(scene.detail(action).transitions().stream().map(one -> one.why()))
        .containsSubsequence("Muster executes it", "the first try failed", "done");
    assertThat(scene.show(action).outcome().payload().orElseThrow().path("token").asInt())
        .isEqualTo(7);
    scene.cycle();
    assertThat(worker.take(scene.clock().instant(), 9)).as("it is gone").isEmpty();
  }

  @Test
  void aSilentAgentNeitherHoldsNorEndsIt() {
    scene.cycle();
    scene.agent("n1").close();
    scene.cycle();
    ActionId action = own("n1");
    scene.cycle();
    scene.clock().advance(Duration.ofHours(1));
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.RUNNING);
    assertThat(scene.show(action).outcome().cause()).isEqualTo(Cause.NONE);
  }

  @Test
  void itGoesWithItsNode() {
    ActionId action = own("n1");
    scene.cycle();
    scene.agent("n1").close();
    for (int silent = 0; silent < 5; silent++) {
      scene.cycle();
    }
    assertThat(scene.records().nodes().remove(Scene.CLUSTER, new NodeId("n1")))
        .isInstanceOf(NodeRemoval.Removed.class);
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.CANCELLED);
    assertThat(worker.forgetEnded()).containsExactly(action);
  }

  @Test
  void aCancelReachesWhoExecutesItAndTheEndIsTheirs() {
    ActionId action = own("n1");
    scene.cycle();
    scene.command(action, Verb.CANCEL, "ada");
    assertThat(scene.state(action)).as("not ended yet").isEqualTo(ActionState.RUNNING);
    List<Signalled> signalled = worker.signalled();
    assertThat(signalled).hasSize(1);
    assertThat(worker.heed(signalled.getFirst(), scene.clock().instant())).isPresent();
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void whatAnotherCycleSupersededHandsNothingOver() {
    ActionId action = own("n1");
    scene.takeOver();
    assertThat(worker.take(scene.clock().instant(), 9)).hasSize(1);
    assertThat(scene.state(action)).isEqualTo(ActionState.RUNNING);
  }

  /** Senlin Retry-1: what cannot be done now goes back, with a delay, and is counted. */
  @Test
  void retry1WhatIsPutBackWaitsForItsTurnAgainIsCountedAndBeginsAnew() {
    ActionId action = own("n1");
    scene.cycle();
    Instant begun = worker.take(scene.clock().instant(), 9).getFirst().begun();
    worker.end(
        action,
        ActionState.PENDING_SCHEDULE,
        Optional.empty(),
        Optional.of(new Failure("two at a time", List.of())),
        Cause.NONE,
        scene.clock().instant().plusSeconds(60));
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.PENDING_SCHEDULE);
    assertThat(scene.show(action).course().waits().orElseThrow().code())
        .isEqualTo(WaitReason.Code.RETRY_DELAY);
    assertThat(scene.show(action).course().retries()).isEqualTo(1);
    assertThat(scene.detail(action).transitions().getLast().why())
        .startsWith("retried, not before ")
        .endsWith(": two at a time");
    assertThat(worker.take(scene.clock().instant(), 9)).as("it holds no place").isEmpty();

    scene.clock().advance(Duration.ofSeconds(60));
    scene.cycle();
    List<CoreTurn> again = worker.take(scene.clock().instant(), 9);
    assertThat(again).hasSize(1);
    assertThat(again.getFirst().retries()).isEqualTo(1);
    assertThat(again.getFirst().begun())
        .as("its time begins anew")
        .isAfterOrEqualTo(begun.plusSeconds(60));
    end(action, ActionState.DONE);
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.DONE);
  }

  @Test
  void whatIsPutBackAndCancelledIsNotBegunAgain() {
    ActionId action = own("n1");
    scene.cycle();
    worker.take(scene.clock().instant(), 9);
    worker.end(
        action,
        ActionState.PENDING_SCHEDULE,
        Optional.empty(),
        Optional.empty(),
        Cause.NONE,
        scene.clock().instant().plusSeconds(60));
    scene.command(action, Verb.CANCEL, "ada");
    scene.cycle();
    assertThat(scene.state(action)).isEqualTo(ActionState.CANCELLED);
  }

  private void end(ActionId action, ActionState state) {
    CoreNext.Succeeded done = new CoreNext.Succeeded(WireFormat.JSON.readTree("{\"token\": 7}"));
    worker.end(
        action,
        state,
        Optional.of(done.outputs()),
        Optional.empty(),
        Cause.NONE,
        scene.clock().instant());
  }

  private ActionId own(String node) {
    NewAction action =
        new NewAction(
            new ActionId(UUID.randomUUID()),
            Scene.CLUSTER,
            Optional.of(new NodeId(node)),
            new NewAction.Work(
                new ActionKind("wait"),
                WireFormat.JSON.readTree("{\"for\": \"30s\"}"),
                Map.of(),
                NewAction.CORE,
                "ada",
                Executor.CORE),
            new NewAction.Terms(
                List.of(),
                OnNode.EVEN_WHEN_DOWN,
                OnCluster.SHARED,
                Optional.empty(),
                Optional.of(Duration.ofMinutes(1)),
                Optional.empty()),
            Optional.empty(),
            new NewAction.Entry(
                ActionState.PENDING_SCHEDULE,
                scene.clock().instant(),
                Actor.user("ada"),
                "asked for"),
            ActionOutcome.NONE);
    scene.records().actions().insert(List.of(action));
    return action.id();
  }
}
