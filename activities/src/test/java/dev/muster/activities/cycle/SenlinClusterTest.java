package dev.muster.activities.cycle;

import static dev.muster.activities.fake.CheckedCluster.child;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.CheckedCluster;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.workflows.contract.ActionCommand.Verb;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Cases of docs/conformance/senlin.md that are about actions on clusters. */
final class SenlinClusterTest {

  @AutoClose private final CheckedCluster cluster = CheckedCluster.of("n1", "n2");
  private final Scene scene = cluster.scene();

  @Test
  void fan1ACheckHasAChildForEachNodeAndSucceedsWhenAllDid() {
    ActionId check = cluster.check("{}");
    scene.cycle();
    assertThat(scene.show(child(check, "n1")).terms().derivation().orElseThrow().parent())
        .isEqualTo(check);
    cluster.finish(check, "n1");
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.RUNNING);
    cluster.finish(check, "n2");
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.DONE);
  }

  @Test
  void fan2AnEmptyClusterIsCheckedWithoutChildren() {
    try (CheckedCluster empty = CheckedCluster.of()) {
      ActionId check = empty.check("{}");
      empty.scene().cycle();
      assertThat(empty.scene().state(check)).isEqualTo(ActionState.DONE);
      assertThat(empty.why(check)).isEqualTo("the cluster has no nodes");
      assertThat(empty.payload(check).path("nodes").asInt()).isZero();
    }
  }

  @Test
  void dep4AFailedChildFailsItsParentWithTheReason() {
    ActionId check = cluster.check("{}");
    scene.cycle();
    cluster.fail(check, "n1", "the disk is full");
    scene.cycle();
    assertThat(scene.state(check)).as("others are untouched").isEqualTo(ActionState.RUNNING);
    cluster.finish(check, "n2");
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.FAILED);
    assertThat(cluster.error(check)).contains("node n1: the disk is full");
    assertThat(scene.state(child(check, "n2"))).isEqualTo(ActionState.DONE);
  }

  @Test
  void dep5ABestEffortChildThatFailsDoesNotFailItsParent() {
    ActionId check = cluster.check("{\"bestEffort\": true}");
    scene.cycle();
    cluster.fail(check, "n1", "the disk is full");
    cluster.finish(check, "n2");
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.DONE);
    assertThat(cluster.why(check)).contains("node n1: the disk is full");
  }

  @Test
  void cancel1EveryChildIsAskedToStop() {
    cluster.beginAtOnce();
    ActionId check = cluster.check("{}");
    scene.cycle();
    scene.command(check, Verb.CANCEL, "bob");
    scene.cycle();
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(child(check, "n2"))).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(check)).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void cancel4ForceEndsParentAndChildrenNowAndForGood() {
    cluster.beginAtOnce();
    ActionId check = cluster.check("{}");
    scene.cycle();
    scene.cycle();
    scene.command(check, Verb.FORCE, "bob");
    assertThat(scene.state(check)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.CANCELLED);
    cluster.finish(check, "n1", "n2");
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void time1AParentWhoseTimeIsOverFailsAndItsChildrenAreStopped() {
    cluster.beginAtOnce();
    ActionId check = cluster.check("{}", "\"timeout\": \"PT1M\"");
    scene.cycle();
    scene.cycle();
    scene.clock().advance(Duration.ofMinutes(2));
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(check)).isEqualTo(ActionState.FAILED);
    assertThat(scene.show(check).outcome().cause()).isEqualTo(Cause.TIMED_OUT);
  }
}
