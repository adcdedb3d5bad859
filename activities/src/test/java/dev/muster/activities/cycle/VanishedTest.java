package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Reports;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What becomes of actions on nodes that their source does not name any more. */
final class VanishedTest {

  private static final String VANISH =
      """
      update nodes set discovery = 'hosts', vanished_at = now(),
        vanished_why = 'discovery hosts no longer names it' where id = 'n1'\
      """;

  @AutoClose private final Scene scene = Scene.of("n1", "n2");

  @Test
  void unsentActionsAreCancelledWithTheReason() {
    ActionId sent = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    ActionId waiting = scene.action("n1", ActionState.PENDING_SCHEDULE);
    ActionId asked = scene.action("n1", ActionState.PENDING_APPROVE);
    ActionId other = scene.action("n2", ActionState.PENDING_APPROVE);
    scene.database().sql(VANISH);

    scene.cycle();

    assertThat(List.of(waiting, asked))
        .allSatisfy(id -> {
          assertThat(scene.state(id)).isEqualTo(ActionState.CANCELLED);
          assertThat(scene.detail(id).transitions().getLast().why())
              .isEqualTo("node n1 vanished: discovery hosts no longer names it");
        });
    assertThat(scene.state(sent).isFinal()).isFalse();
    assertThat(scene.state(other)).isEqualTo(ActionState.PENDING_APPROVE);
    assertThat(scene.node("n1").seen().status()).isEqualTo(NodeStatus.VANISHED);
  }

  @Test
  void whatItsAgentHasIsRecordedAndTheNodeStaysVanished() {
    ActionId sent = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    scene.agent("n1").begin(sent);
    scene.database().sql(VANISH);
    scene.cycle();
    assertThat(scene.state(sent)).isEqualTo(ActionState.RUNNING);

    scene.agent("n1").put(Reports.done(sent, scene.show(sent)));
    scene.cycle();

    assertThat(scene.state(sent)).isEqualTo(ActionState.DONE);
    assertThat(scene.node("n1").seen().status()).isEqualTo(NodeStatus.VANISHED);
  }

  @Test
  void aNodeThatVanishedAndHasNothingInHandIsNotAsked() {
    scene.database().sql(VANISH);
    FakeAgent agent = scene.agent("n1");
    agent.close();

    scene.cycle();

    assertThat(scene.node("n1").failures().cycles()).isZero();
  }

  @Test
  void aNewActionOnAVanishedNodeIsCancelledToo() {
    scene.database().sql(VANISH);
    ActionId late = scene.action("n1", ActionState.PENDING_SCHEDULE);

    scene.cycle();

    assertThat(scene.state(late)).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void aNodeThatIsBackTakesActionsAgain() {
    scene.database().sql(VANISH);
    scene.cycle();
    scene
        .database()
        .sql("update nodes set vanished_at = null, vanished_why = null, status = 'UNKNOWN'");
    ActionId again = scene.action("n1", ActionState.PENDING_SCHEDULE);

    scene.cycle();

    assertThat(scene.agent("n1").held()).contains(again);
  }
}
