package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.MemberedCluster;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.actions.ActionRecord;
import dev.muster.workflows.contract.ActionCommand.Verb;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Actions that change the members of a cluster, over a provider and its members' agents. */
final class MembersTest {

  @AutoClose private final MemberedCluster cluster = new MemberedCluster();
  private final Scene scene = cluster.scene();

  @Test
  void aClusterIsCreatedScaledAndDeletedWithItsMembers() {
    ActionRecord created =
        cluster.run("cluster.create", "{\"profile\": \"small\", \"minSize\": 1, \"desired\": 2}");
    assertThat(created.state()).as(created.toString()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-1", "prod-2");
    assertThat(cluster.made()).containsExactly("prod-1", "prod-2");
    assertThat(cluster.desired()).isEqualTo(2);
    assertThat(scene.node("prod-1").seen().status()).as("it was visited").isEqualTo(NodeStatus.UP);
    assertThat(cluster.member("prod-1").physical().orElseThrow().path("id").asString())
        .isEqualTo("vm-prod-1");

    ActionRecord out = cluster.run("cluster.scale-out", "{\"count\": 2}");
    assertThat(out.state()).as(out.toString()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-1", "prod-2", "prod-3", "prod-4");

    ActionRecord in = cluster.run("cluster.scale-in", "{\"candidates\": [\"prod-2\"]}");
    assertThat(in.state()).as(in.toString()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-1", "prod-3", "prod-4");
    assertThat(cluster.desired()).isEqualTo(3);
    assertThat(scene.records().nodeVisits().statuses(Scene.CLUSTER).keySet())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("p1", "prod-1", "prod-3", "prod-4");

    assertThat(cluster.run("cluster.scale-out", "{}").state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names())
        .as("an index is never given twice")
        .containsExactly("prod-1", "prod-3", "prod-4", "prod-5");

    ActionRecord deleted = cluster.run("cluster.delete", "{}");
    assertThat(deleted.state()).as(deleted.toString()).isEqualTo(ActionState.DONE);
    assertThat(cluster.members()).isEmpty();
    assertThat(cluster.made()).isEmpty();
    assertThat(cluster.desired()).isZero();
  }

  @Test
  void aMemberThatCannotBeMadeStaysAsABrokenOneWithTheReasonAndIsTheFirstToGo() {
    cluster.run("cluster.create", "{\"profile\": \"small\", \"desired\": 1}");
    cluster.breaks("prod-2", "the quota is used up");

    ActionRecord out = cluster.run("cluster.scale-out", "{\"count\": 2}");

    assertThat(out.state()).isEqualTo(ActionState.FAILED);
    assertThat(out.outcome().error().orElseThrow().message())
        .isEqualTo("1 of 2 members went wrong: member prod-2: the quota is used up");
    assertThat(cluster.names()).containsExactly("prod-1", "prod-2", "prod-3");
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ERROR);
    assertThat(cluster.member("prod-2").reason()).contains("the quota is used up");
    assertThat(cluster.state("prod-3")).isEqualTo(MemberState.ACTIVE);
    assertThat(out.outcome().payload().orElseThrow().path("condition").asString())
        .isEqualTo("WARNING");

    cluster.mends("prod-2");
    cluster.run("cluster.scale-in", "{}");
    assertThat(cluster.names()).containsExactly("prod-1", "prod-3");
  }

  @Test
  void whoeverChangesMembersWaitsForWhoDoesItNow() {
    cluster.run("cluster.create", "{\"profile\": \"small\", \"desired\": 1}");
    ActionId first = cluster.ask("cluster.scale-out", "{}");
    ActionId second = cluster.ask("cluster.scale-out", "{}");
    scene.cycle();
    assertThat(scene.state(first)).isEqualTo(ActionState.RUNNING);
    assertThat(scene.state(second)).isEqualTo(ActionState.PENDING_SCHEDULE);
    assertThat(scene.show(second).course().waits().orElseThrow().text())
        .isEqualTo(
            "action %s changes the members of the cluster"
                .formatted(first.toString().substring(0, 8)));
    for (int i = 0; i < 10; i++) {
      cluster.provide();
      scene.cycle();
    }
    assertThat(scene.state(second)).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-1", "prod-2", "prod-3");
    assertThat(cluster.desired()).isEqualTo(3);
  }

  @Test
  void forceLeavesWhatWasInHandAsBrokenAndItCanBeDeleted() {
    cluster.run("cluster.create", "{\"profile\": \"small\", \"desired\": 1}");
    ActionId out = cluster.ask("cluster.scale-out", "{}");
    scene.cycle();
    scene.command(out, Verb.FORCE, "bob");
    assertThat(scene.state(out)).isEqualTo(ActionState.CANCELLED);
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ERROR);
    assertThat(cluster.member("prod-2").reason().orElseThrow()).contains("cancelled by force");
    cluster.provide();
    assertThat(cluster.run("node.delete", "{\"node\": \"prod-2\"}").state())
        .isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-1");
    assertThat(cluster.made()).containsExactly("prod-1");
    assertThat(cluster.desired()).isEqualTo(1);
  }

  @Test
  void cancellingBeforeTheProviderHasItLeavesNothingBehind() {
    cluster.run("cluster.create", "{\"profile\": \"small\", \"desired\": 1}");
    scene.agent("p1").failPosts();
    ActionId out = cluster.ask("cluster.scale-out", "{}");
    scene.cycle();
    scene.command(out, Verb.CANCEL, "bob");
    scene.agent("p1").takePosts();
    for (int i = 0; i < 5; i++) {
      scene.cycle();
      cluster.provide();
    }
    assertThat(scene.state(out)).isEqualTo(ActionState.CANCELLED);
    assertThat(cluster.names()).hasSameSizeAs(cluster.made());
    assertThat(cluster.members()).allMatch(one -> one.inHand().isEmpty());
  }

  @Test
  void anotherProcessGoesOnWhereOneStopped() {
    ActionId create = cluster.ask("cluster.create", "{\"profile\": \"small\", \"desired\": 3}");
    for (int i = 0; i < 5; i++) {
      scene.cycle();
      cluster.provide();
      scene.takeOver();
      scene.cycleElsewhere();
      cluster.provide();
    }
    assertThat(scene.state(create)).isEqualTo(ActionState.DONE);
    assertThat(cluster.takeAsked())
        .containsExactlyInAnyOrder(
            "member.create prod-1", "member.create prod-2", "member.create prod-3");
    assertThat(cluster.derivedBy(create)).hasSize(3);
  }

  /** Senlin Pol-2, Conflict-3, and the example of the seed on actions. */
  @Test
  void pol2PoliciesDecideTogetherWhoGoesAndTheirCooldownRefusesTheNext() {
    cluster.run("cluster.create", "{\"profile\": \"small\", \"minSize\": 1, \"desired\": 5}");
    cluster.attach(
        "two",
        "scaling",
        "{'event': 'CLUSTER_SCALE_IN', 'adjustment': {'number': 2, 'cooldown': 60}}");
    cluster.attach("oldest", "deletion", "{'criteria': 'OLDEST_FIRST', 'grace_period': 0}");

    ActionRecord in = cluster.run("cluster.scale-in", "{}");

    assertThat(in.state()).as(in.toString()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-3", "prod-4", "prod-5");
    assertThat(cluster.made()).containsExactly("prod-3", "prod-4", "prod-5");
    assertThat(scene.records().members().data(in.id()).orElseThrow().path("deletion"))
        .isEqualTo(
            json(
                "{'count': 2, 'candidates': ['prod-1', 'prod-2'], 'destroy_after_deletion': true,"
                    + " 'grace_period': 0, 'reduce_desired_capacity': true}"));
    assertThat(cluster.conflict("cluster.scale-in", "{}"))
        .contains("policy 'two'")
        .contains("cooldown");
    scene.clock().advance(Duration.ofSeconds(61));
    assertThat(cluster.run("cluster.scale-in", "{}").state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-5");

    scene.clock().advance(Duration.ofSeconds(61));
    ActionRecord refused = cluster.run("cluster.scale-in", "{}");
    assertThat(refused.outcome().error().orElseThrow().message())
        .startsWith("Policy check failure: Failed policy 'two': The target capacity (-1)");
    assertThat(cluster.names()).containsExactly("prod-5");
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text.replace('\'', '"'));
  }
}
