package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.workflows.contract.RunStanding;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Nodes that are removed after the stages of a run were frozen. */
final class GoneNodesTest {

  @AutoClose private final Scene scene = Scene.of("n1", "n2", "n3");

  @Test
  void nodeThatIsRemovedBeforeItsStageEndsWithTheReason() {
    Rollout run =
        Rollout.withCanary(
            scene, "{name: ask, action: test.success, args: {text: \"no expression\"}}");
    run.advance();
    scene.records().nodes().remove(Scene.CLUSTER, new NodeId("n3"));

    RunStanding end = run.play((agent, id) -> agent.finish(id, "{\"outputs\":{\"answer\":1}}"));

    assertThat(end.state()).isEqualTo(ProgressState.APPLY_FAILED);
    assertThat(run.nodes(1)).contains("n3 FAILED");
    assertThat(run.reason(1, "n3")).isEqualTo("the cluster no longer has this node");
  }

  @Test
  void nodeThatIsRemovedWhileItsStageWaitsEndsWithTheReason() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {select: "role=broker"}
                steps:
                  - {name: ask, action: test.success, args: {text: "no expression"}}
            """);
    run.advance();
    scene.database().sql("delete from nodes where id = 'n3'");

    RunStanding end = run.play(FakeAgent::finish);

    assertThat(end.state()).isEqualTo(ProgressState.APPLY_FAILED);
    assertThat(run.nodes(0)).contains("n3 FAILED");
    assertThat(run.steps(0, "n3")).containsExactly("ask 1 CANCELLED");
  }

  @Test
  void nodeThatVanishesCountsAsUnreachableAndTheRestGoesOn() {
    Rollout run =
        Rollout.of(
            scene,
            """
            stages:
              - name: all
                targets: {select: "role=broker"}
                maxFailures: 1
                steps:
                  - {name: ask, action: test.success, args: {text: "no expression"}}
            """);
    run.advance();
    scene
        .database()
        .sql(
            """
            update nodes set discovery = 'hosts', vanished_at = now(),
              vanished_why = 'discovery hosts no longer names it' where id = 'n3'\
            """);

    RunStanding end = run.play(FakeAgent::finish);

    assertThat(end.state()).isEqualTo(ProgressState.COMPLETED);
    assertThat(run.nodes(0)).contains("n3 UNREACHABLE", "n1 SUCCEEDED", "n2 SUCCEEDED");
    assertThat(run.reason(0, "n3"))
        .isEqualTo("node n3 vanished: discovery hosts no longer names it");
    assertThat(run.steps(0, "n3")).containsExactly("ask 1 CANCELLED");
  }
}
