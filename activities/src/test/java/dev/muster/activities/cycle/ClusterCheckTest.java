package dev.muster.activities.cycle;

import static dev.muster.activities.fake.CheckedCluster.child;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.CheckedCluster;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterVerbs;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.NewAction.Derivation;
import dev.muster.records.actions.NewAction.Effort;
import dev.muster.workflows.contract.ActionCommand.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code cluster.check} over three agents, from the request to the end. */
final class ClusterCheckTest {

  @AutoClose private final CheckedCluster cluster = CheckedCluster.of("n1", "n2", "n3");

  private final Scene scene = cluster.scene();

  @Test
  void everyNodeIsCheckedOnceAndTheNumbersAreHandedUp() {
    cluster.finishAtOnce();
    ActionId check = cluster.check("{}");

    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.RUNNING);
    assertThat(scene.show(check).outcome().startedAt()).isPresent();
    scene.cycle();

    ActionRecord ended = scene.show(check);
    assertThat(ended.state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.payload(check).path("nodes").asInt()).isEqualTo(3);
    assertThat(cluster.payload(check).path("succeeded").asInt()).isEqualTo(3);
    assertThat(cluster.payload(check).path("failed").asInt()).isZero();
    assertThat(cluster.why(check)).isEqualTo("3 of 3 nodes are well");
    for (String node : List.of("n1", "n2", "n3")) {
      ActionRecord child = scene.show(child(check, node));
      assertThat(child.node()).contains(new NodeId(node));
      assertThat(child.work().kind()).isEqualTo(new ActionKind("test.ping"));
      assertThat(child.work().origin()).isEqualTo("derived");
      assertThat(child.work().requester()).isEqualTo("ada");
      assertThat(child.terms().derivation()).contains(new Derivation(check, Effort.REQUIRED));
      assertThat(scene.agent(node).held()).containsExactly(child.id());
      assertThat(scene.detail(child.id()).transitions().getFirst().by())
          .isEqualTo(Actor.action(check));
    }
  }

  @Test
  void aFailedNodeFailsItWithTheNodesReason() {
    ActionId check = cluster.check("{}");
    scene.cycle();
    cluster.finish(check, "n1");
    cluster.fail(check, "n2", "the disk is full");
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.RUNNING);
    assertThat(cluster.waits(check)).isEqualTo("CHILDREN: waits for 1 action that it derived");

    cluster.finish(check, "n3");
    scene.cycle();

    assertThat(scene.state(check)).isEqualTo(ActionState.FAILED);
    assertThat(cluster.error(check))
        .isEqualTo("1 of 3 nodes failed the check: node n2: the disk is full");
    JsonNode failed = cluster.payload(check).path("failedNodes");
    assertThat(failed).hasSize(1);
    assertThat(failed.get(0).path("node").asString()).isEqualTo("n2");
    assertThat(failed.get(0).path("why").asString()).isEqualTo("the disk is full");
    assertThat(scene.show(check).course().waits()).isEmpty();
  }

  @Test
  void aNodeThatIsNotUpAfterItsCheckFailedIt() {
    cluster.finishAtOnce();
    scene.agent("n3").status(NodeStatus.UNHEALTHY);
    ActionId check = cluster.check("{}");

    scene.cycle();
    scene.cycle();

    assertThat(scene.state(check)).isEqualTo(ActionState.FAILED);
    assertThat(scene.state(child(check, "n3"))).isEqualTo(ActionState.DONE);
    assertThat(cluster.error(check)).contains("node n3: it is UNHEALTHY");
  }

  @Test
  void aSilentNodeIsNotWaitedForAndIsNamed() {
    cluster.finishAtOnce();
    scene.cycle();
    scene.agent("n2").close();
    ActionId check = cluster.check("{}");

    scene.cycle();
    scene.cycle();

    assertThat(scene.state(check)).isEqualTo(ActionState.FAILED);
    assertThat(scene.state(child(check, "n2"))).isEqualTo(ActionState.CANCELLED);
    assertThat(cluster.error(check))
        .startsWith("1 of 3 nodes failed the check: node n2: the node is UNREACHABLE");
  }

  @Test
  void anAgentThatFallsSilentWithItsCheckIsWaitedForAsLongAsTheClusterSays() {
    ActionId check = cluster.check("{}");
    scene.cycle();
    cluster.finish(check, "n1");
    cluster.finish(check, "n3");
    scene.agent("n2").close();
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.RUNNING);

    scene.clock().advance(Duration.ofMinutes(6));
    scene.cycle();

    assertThat(scene.state(check)).isEqualTo(ActionState.FAILED);
    assertThat(scene.state(child(check, "n2"))).isEqualTo(ActionState.LOST);
    assertThat(cluster.payload(check).path("failed").asInt()).isEqualTo(1);
  }

  @Test
  void everyNodeDoesWhatTheArgumentsSay() {
    ActionId check = cluster.check("{\"kind\": \"test.success\", \"args\": {\"a\": 1}}");
    scene.cycle();
    ActionRecord child = scene.show(child(check, "n1"));
    assertThat(child.work().kind()).isEqualTo(new ActionKind("test.success"));
    assertThat(child.work().args().path("a").asInt()).isEqualTo(1);
  }

  @Test
  void cancellingReachesWhatItDerivedAndNamesTheNodesThatWereTouched() {
    scene.agent("n1").beginAtOnce();
    scene.action("n3", ActionState.PENDING_SCHEDULE);
    ActionId check = cluster.check("{}");
    scene.cycle();
    cluster.finish(check, "n2");
    scene.cycle();

    assertThat(scene.command(check, Verb.CANCEL, "bob").outcomes().getFirst().text())
        .isEqualTo("the action is RUNNING; what it derived is asked to stop");
    assertThat(scene.state(check)).isEqualTo(ActionState.RUNNING);
    assertThat(cluster.waits(check))
        .isEqualTo("CHILDREN: stops: 1 action that it derived has not ended yet");
    // Its node was busy, so that no agent has it.
    assertThat(scene.state(child(check, "n3"))).isEqualTo(ActionState.CANCELLED);
    scene.cycle();

    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(check)).isEqualTo(ActionState.CANCELLED);
    assertThat(cluster.why(check)).isEqualTo("cancelled by bob; it touched 2 of 3 nodes: n1, n2");
    assertThat(cluster.payload(check).path("touched").asInt()).isEqualTo(2);
  }

  @Test
  void theEndOfItsTimeStopsWhatItDerived() {
    ActionId check = cluster.check("{}", "\"timeout\": \"PT10M\"");
    cluster.beginAtOnce();
    scene.cycle();
    cluster.finish(check, "n1");
    scene.cycle();

    scene.clock().advance(Duration.ofMinutes(11));
    scene.cycle();
    scene.cycle();

    assertThat(scene.state(child(check, "n2"))).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(check)).isEqualTo(ActionState.FAILED);
    assertThat(cluster.error(check))
        .isEqualTo("it has taken 600s, which is all its time; it touched 3 of 3 nodes: n1, n2, n3");
  }

  @Test
  void whileItIsSuspendedNothingIsSentAndWhatHeedsItIsSuspendedToo() {
    scene.agent("n1").beginAtOnce();
    ActionId earlier = scene.action("n2", ActionState.PENDING_SCHEDULE);
    ActionId check = cluster.check("{}");
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.RUNNING);

    scene.command(check, Verb.SUSPEND, "bob");
    scene.agent("n2").finish(earlier);
    scene.cycle();
    scene.cycle();

    assertThat(scene.state(check)).isEqualTo(ActionState.SUSPENDED);
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.SUSPENDED);
    assertThat(scene.agent("n2").held()).containsExactly(earlier);
    assertThat(cluster.waits(child(check, "n2"))).startsWith("PARENT_SUSPENDED");

    // Its time does not run meanwhile.
    scene.clock().advance(Duration.ofHours(2));
    scene.command(check, Verb.RESUME, "bob");
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.RUNNING);
    cluster.finish(check, "n1", "n2", "n3");
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.DONE);
  }

  @Test
  void forceEndsEveryRecordAtOnceAndALaterReportChangesNothing() {
    cluster.beginAtOnce();
    ActionId check = cluster.check("{}");
    scene.cycle();
    scene.cycle();

    scene.command(check, Verb.FORCE, "bob");
    for (String node : List.of("n1", "n2", "n3")) {
      assertThat(scene.state(child(check, node))).isEqualTo(ActionState.CANCELLED);
    }
    assertThat(scene.state(check)).isEqualTo(ActionState.CANCELLED);
    cluster.finish(check, "n1");
    scene.cycle();
    scene.cycle();

    assertThat(scene.state(check)).isEqualTo(ActionState.CANCELLED);
    assertThat(scene.state(child(check, "n1"))).isEqualTo(ActionState.CANCELLED);
    // What an agent still did is stopped.
    assertThat(scene.agent("n2").unfinished()).isEmpty();
  }

  @Test
  void anotherProcessGoesOnWithItAndDerivesNothingTwice() {
    ActionId check = cluster.check("{}");
    scene.cycle();
    scene.cycleElsewhere();
    cluster.finish(check, "n1");
    cluster.finish(check, "n2");
    scene.takeOver();
    cluster.finish(check, "n3");
    scene.cycleElsewhere();

    assertThat(scene.state(check)).isEqualTo(ActionState.DONE);
    assertThat(scene.agents().values()).allMatch(agent -> agent.held().size() == 1);
  }

  @Test
  void anExclusiveOneWaitsForTheClusterAndItsOwnChecksPassTheDoor() {
    ActionId earlier = scene.action("n1", ActionState.PENDING_SCHEDULE);
    scene.cycle();
    ActionId check = cluster.check("{\"exclusive\": true}");
    ActionId later = scene.action("n2", ActionState.PENDING_SCHEDULE);

    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.PENDING_SCHEDULE);
    assertThat(cluster.waits(check)).startsWith("CLUSTER_EXCLUSIVE");
    scene.agent("n1").finish(earlier);
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.RUNNING);
    assertThat(scene.agent("n2").held()).containsExactly(child(check, "n2"));
    cluster.finish(check, "n1", "n2", "n3");
    scene.cycle();

    assertThat(scene.state(check)).isEqualTo(ActionState.DONE);
    assertThat(scene.agent("n2").held()).contains(later);
  }

  @Test
  void whatDependsOnItGoesOnWhenItHasEnded() {
    cluster.finishAtOnce();
    ActionId check = cluster.check("{}");
    ActionId next = scene.action("n1", ActionState.WAITING, check);
    scene.cycle();
    scene.cycle();
    assertThat(scene.state(check)).isEqualTo(ActionState.DONE);
    scene.cycle();
    assertThat(scene.state(next)).isIn(ActionState.PENDING_SCHEDULE, ActionState.DONE);
  }

  @Test
  void whatIsNoActionOnAClusterIsRefusedWithTheReason() {
    assertThat(cluster.wrong("service.restart", "{}", Optional.empty()))
        .isEqualTo(
            "kind: service.restart (expected, for a cluster: %s; any other one needs a node)"
                .formatted(ClusterVerbs.names()));
    assertThat(cluster.wrong("cluster.check", "{}", Optional.of(new NodeId("n1"))))
        .contains("name no node");
    assertThat(cluster.wrong("cluster.check", "{\"kinds\": 1}", Optional.empty()))
        .contains("/args/kinds: unknown field");
    assertThat(cluster.wrong("cluster.check", "{\"timeout\": \"P8D\"}", Optional.empty()))
        .startsWith("/args/timeout: PT192H (expected: ");
    assertThat(cluster.wrong("cluster.check", "{\"kind\": \"cluster.check\"}", Optional.empty()))
        .contains("expected: an action on a node");
  }
}
