package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Reports;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.records.nodes.NodeRemoval;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CycleReport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What becomes of actions whose agents are silent, or gone. */
final class EndingsTest {

  @AutoClose private final Scene scene = Scene.of("n1", "n2");

  @Test
  void actionOnASilentAgentStaysWhatItIsAndItsOutcomeIsRecordedLater() {
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.agent("n1").begin(id);
    scene.cycle();
    int port = scene.agent("n1").port();
    scene.agent("n1").close();

    scene.cycle();
    scene.clock().advance(Duration.ofDays(1));
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.RUNNING);
    assertThat(scene.node("n1").seen().status()).isEqualTo(NodeStatus.UNREACHABLE);
    try (FakeAgent back = FakeAgent.start("n1", port)) {
      back.put(Reports.done(id, scene.show(id)));
      scene.cycle();
    }
    assertThat(scene.state(id)).isEqualTo(ActionState.DONE);
  }

  @Test
  void actionThatCouldNotBeSentInTimeFailsWithTheReason() {
    scene.agent("n1").close();
    ActionId id = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId asked = scene.action("n1", ActionState.PENDING_APPROVE);
    CycleReport early = scene.cycle();
    assertThat(early.reviewAt())
        .contains(scene.show(id).course().createdAt().plus(Duration.ofHours(1)));

    scene.clock().advance(Duration.ofMinutes(61));
    scene.cycle();

    assertThat(scene.state(id)).isEqualTo(ActionState.FAILED);
    assertThat(scene.show(id).outcome().error().orElseThrow().message())
        .contains("not sent before", "scheduleWithin", "the agent of n1");
    assertThat(scene.state(asked)).isEqualTo(ActionState.PENDING_APPROVE);
    scene.command(asked, ActionCommand.Verb.APPROVE, "ada");
    scene.cycle();
    assertThat(scene.state(asked)).isEqualTo(ActionState.PENDING_SCHEDULE);
  }

  @Test
  void actionsOfANodeThatWasRemovedEndWithTheReason() {
    ActionId sent = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    ActionId waiting = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId asked = scene.action("n1", ActionState.PENDING_APPROVE);
    assertThat(scene.records().nodes().remove(Scene.CLUSTER, new NodeId("n1")))
        .isInstanceOf(NodeRemoval.Refused.class);
    scene.agent("n1").close();
    scene.cycle();
    assertThat(scene.records().nodes().remove(Scene.CLUSTER, new NodeId("n1")))
        .isInstanceOf(NodeRemoval.Removed.class);

    scene.cycle();

    assertThat(scene.state(sent)).isEqualTo(ActionState.LOST);
    assertThat(scene.state(waiting)).isEqualTo(ActionState.FAILED);
    assertThat(scene.state(asked)).isEqualTo(ActionState.CANCELLED);
    assertThat(List.of(sent, waiting, asked))
        .allSatisfy(id ->
            assertThat(scene.detail(id).transitions().getLast().why())
                .contains("the cluster no longer has node n1"));
  }
}
