package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What becomes of a node whose agent's credentials were revoked. */
final class RevokedTest {

  @AutoClose private final Scene scene = Scene.of("n1", "n2");

  /** Credentials are kept in memory; nobody looks at them here between the two cycles. */
  @Test
  void theNextCycleShowsItAndSendsNothingMore() {
    scene.cycle();
    assertThat(scene.node("n1").seen().status()).isEqualTo(NodeStatus.UP);
    ActionId action = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene
        .records()
        .agentCredentials()
        .revoke(Scene.CLUSTER, new NodeId("n1"), scene.clock().instant(), "ada");

    scene.cycle();

    assertThat(scene.node("n1").failures().cycles()).isEqualTo(1);
    assertThat(scene.node("n1").failures().lastError().orElseThrow()).contains("revoked by ada");
    assertThat(scene.state(action)).isEqualTo(ActionState.PENDING_SCHEDULE);
    assertThat(scene.node("n2").seen().status()).isEqualTo(NodeStatus.UP);
  }
}
