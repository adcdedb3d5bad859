package dev.muster.activities.cycle;

import static dev.muster.activities.cycle.CycleTest.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.activities.fake.RawServer;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.records.actions.ActionBrief;
import dev.muster.workflows.contract.ActionCommand.Verb;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.NodeRange;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cases of Replicante Core and of Senlin that only a whole cycle over records and agents shows; the
 * names are those of docs/conformance.
 */
final class ConformanceCycleTest {

  private static final String SUBMIT = "POST /v1/actions";

  @AutoClose private final Scene scene = Scene.of("n1", "n2");

  @Test
  void case27ExactlyTheApprovedOneIsPushedWithItsIdAndKind() {
    scene.action("n1", ActionState.PENDING_APPROVE);
    ActionId pending = scene.action("n1", ActionState.PENDING_SCHEDULE);

    scene.cycle();

    assertThat(scene.agent("n1").requests(SUBMIT)).isEqualTo(1);
    assertThat(scene.agent("n1").held()).containsExactly(pending);
    assertThat(scene.agent("n1").report(pending).kind()).isEqualTo("test.success");
  }

  @Test
  void case29TheNextViewHoldsWhatIsUnfinishedAndNothingElse() {
    ActionId running = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.agent("n1").begin(running);
    scene.action("n1", ActionState.DONE);
    ActionId approve = scene.action("n1", ActionState.PENDING_APPROVE);
    ActionId schedule = scene.action("n1", ActionState.PENDING_SCHEDULE);

    CycleReport report = scene.cycle();

    assertThat(report.figures().unfinished()).isEqualTo(3);
    assertThat(scene.records().actionReads().unfinishedOf(Scene.CLUSTER))
        .extracting(ActionBrief::id)
        .containsExactlyInAnyOrder(running, approve, schedule);
  }

  @Test
  void case30EveryNodeIsTriedAndTheCycleCompletesWhenNoneAnswers() {
    scene.agent("n1").close();
    scene.agent("n2").close();
    try (RawServer deaf = RawServer.start(out -> new CountDownLatch(1).await());
        RawServer garbage = RawServer.sayingJson("{}")) {
      scene.register("n3", deaf.agent("n3").address());
      scene.register("n4", garbage.agent("n4").address());

      CycleReport report = scene.cycle();

      assertThat(report.standing()).isEqualTo(Standing.CURRENT);
      assertThat(report.figures().synced()).isZero();
      assertThat(report.figures().unreachable()).isEqualTo(4);
      for (String node : List.of("n1", "n2", "n3", "n4")) {
        assertThat(scene.node(node).seen().status()).as(node).isEqualTo(NodeStatus.UNREACHABLE);
        assertThat(scene.node(node).failures().lastError()).as(node).isPresent();
      }
    }
  }

  @Test
  void case33AnErrorThatIsNoNodesEndsTheCycleBeforeAnythingIsPushed() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.database().sql("alter table actions rename to actions_away");
    assertThatThrownBy(scene::cycle).isInstanceOf(RuntimeException.class);
    scene.database().sql("alter table actions_away rename to actions");
    assertThat(scene.agent("n1").requests(SUBMIT)).isZero();
    assertThat(scene.node("n1").seen().status()).isEqualTo(NodeStatus.UNKNOWN);

    CycleReport next = scene.cycle();

    assertThat(next.figures().synced()).isEqualTo(2);
    assertThat(scene.agent("n1").held()).containsExactly(id);
  }

  @Test
  void case34ADuplicateIsNoFailedAttemptAndTheNextSyncTakesTheAgentsRecord() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    CycleRequest cycle =
        new CycleRequest(scene.fence().next(), Trigger.INTERVAL, List.of(), List.of());
    BatchRequest all =
        new BatchRequest(cycle.fence(), new NodeRange(new NodeId("n1"), new NodeId("n2")));
    scene.cycles().sync(all);
    scene.cycles().choose(cycle);
    scene.agent("n1").loseAnswers();
    scene.cycles().dispatch(all);
    assertThat(scene.show(id).course().pushedAt()).isEmpty();
    scene.agent("n1").takePosts();
    long before = scene.agent("n1").requests(SUBMIT);

    scene.cycles().dispatch(all);

    assertThat(scene.agent("n1").requests(SUBMIT)).isEqualTo(before + 1);
    assertThat(scene.agent("n1").held()).containsExactly(id);
    assertThat(scene.show(id).course().pushedAt()).isPresent();
    assertThat(scene.show(id).course().pushAttempts()).isEqualTo(1);
    assertThat(scene.state(id)).isEqualTo(ActionState.PENDING_SCHEDULE);
    scene.agent("n1").begin(id);
    scene.cycles().sync(all);
    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
  }

  @ParameterizedTest
  @EnumSource(names = {"DONE", "FAILED", "CANCELLED"})
  void case36AFinalRecordStaysAndTheAgentIsAskedToStopWhatItHas(ActionState ours) {
    ActionId id = scene.action("n1", ours);
    scene.agent("n1").put(report(id, ActionState.RUNNING, "test.success"));

    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ours);
    assertThat(scene.detail(id).transitions()).hasSize(1);
    assertThat(scene.agent("n1").requests(SUBMIT + "/" + id + "/signal")).isEqualTo(1);
    assertThat(scene.agent("n1").report(id).state()).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void case37TheAgentsContentReplacesOursAndOursStaysInTheHistory() {
    ActionId id = scene.action("n1", ActionState.NEW);
    scene.agent("n1").put(report(id, ActionState.RUNNING, "test.loop"));

    scene.cycle();

    assertThat(scene.show(id).work().kind().value()).isEqualTo("test.loop");
    assertThat(scene.show(id).work().args()).isEqualTo(scene.agent("n1").report(id).args());
    assertThat(scene.detail(id).transitions().getLast().payload().orElseThrow().toString())
        .contains("test.success");
  }

  @Test
  void dep6ACancelledDependencyCancelsItsDependentsAndTheirs() {
    ActionId first = scene.action("n1", ActionState.PENDING_APPROVE);
    ActionId second = scene.action("n1", ActionState.WAITING, first);
    ActionId third = scene.action("n1", ActionState.WAITING, second);

    scene.command(first, Verb.CANCEL, "grace");
    scene.cycle();

    assertThat(scene.state(second)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(third)).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void run1WhatWasCancelledBeforeItWasSentNeverReachesTheAgent() {
    scene.agent("n1").failPosts();
    ActionId blocked = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId behind = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    assertThat(scene.state(behind)).isEqualTo(ActionState.PENDING_SCHEDULE);

    scene.command(behind, Verb.CANCEL, "grace");
    scene.agent("n1").takePosts();
    scene.cycle();
    scene.agent("n1").finish(blocked);
    scene.cycle();

    assertThat(scene.state(behind)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.agent("n1").held()).containsExactly(blocked);
  }
}
