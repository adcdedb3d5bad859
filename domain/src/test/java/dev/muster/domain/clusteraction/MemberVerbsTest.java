package dev.muster.domain.clusteraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.Played.Answer;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.ProfileKey;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each action on members does, by examples. */
final class MemberVerbsTest {

  @Test
  void createMakesAsManyAsAreDesiredAndKeepsTheSizes() {
    Played cluster = new Played();
    End end =
        cluster.play(
            "cluster.create",
            "{\"profile\": \"small\", \"minSize\": 1, \"maxSize\": 5, \"desired\": 2}",
            action ->
                new Answer(
                    ActionState.DONE,
                    true,
                    "{\"physical\": {\"pid\": 1}, \"address\": \"http://10.0.0.1:80\", \"status\": \"ACTIVE\"}",
                    Optional.empty()));
    assertThat(end.state()).as(end.why()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("prod-1", "prod-2");
    assertThat(cluster.shape.sizes().desired()).isEqualTo(2);
    assertThat(cluster.shape.profile()).contains(new ProfileKey("small", 1));
    assertThat(cluster.address("prod-1")).isEqualTo("http://10.0.0.1:80");
    DerivedAction first = cluster.derived.getFirst();
    assertThat(first.node()).isEqualTo(new NodeId("p1"));
    assertThat(first.args().toString())
        .isEqualTo(
            "{\"member\":\"prod-1\",\"cluster\":\"prod\",\"index\":1,\"spec\":{\"disk\":1},\"data\":{}}");
    assertThat(end.outputs().path("created").toString()).isEqualTo("[\"prod-1\",\"prod-2\"]");
    assertThat(end.outputs().path("condition").asString()).isEqualTo("ACTIVE");
  }

  @Test
  void createIsRefusedWhereThereAreMembersOrNoProfile() {
    assertThat(
            Played.with(1, 0, Optional.empty())
                .play("cluster.create", "{\"profile\": \"small\"}")
                .why())
        .startsWith("the cluster has 1 members already");
    Played none = new Played();
    assertThat(none.play("cluster.create", "{\"profile\": \"large\"}").why())
        .isEqualTo("there is no profile large (see: muster profile list)");
    none.nodes.clear();
    assertThat(none.play("cluster.create", "{\"profile\": \"small\", \"desired\": 1}").why())
        .startsWith("no node of cluster prod makes members of profile small");
    assertThat(none.members).as("what was refused leaves nothing").isEmpty();
    assertThat(none.shape.profile()).isEmpty();
  }

  @Test
  void deleteRemovesEveryMemberAndWhatItCannotStaysBroken() {
    Played cluster = Played.with(3, 2, Optional.of(4));
    End end =
        cluster.play(
            "cluster.delete",
            "{}",
            action -> isAbout(action, "prod-2") ? Answer.failed("no route") : Answer.done());
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why()).contains("member prod-2: no route");
    assertThat(cluster.names()).containsExactly("prod-2");
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ERROR);
    assertThat(cluster.play("cluster.delete", "{}").state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).isEmpty();
    assertThat(cluster.shape.nextIndex()).as("an index is never given twice").isEqualTo(4);
  }

  @Test
  void pol3WithoutPolicyOneMemberComesOrGoesAndSizesAreKept() {
    Played cluster = Played.with(2, 2, Optional.of(3));
    assertThat(cluster.play("cluster.scale-out", "{}").state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).hasSize(3);
    End tooMany = cluster.play("cluster.scale-out", "{}");
    assertThat(tooMany.state()).isEqualTo(ActionState.FAILED);
    assertThat(tooMany.why())
        .isEqualTo("The target capacity (4) is greater than the cluster's max_size (3).");
    assertThat(cluster.play("cluster.scale-in", "{}").state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).hasSize(2);
    assertThat(cluster.play("cluster.scale-in", "{}").why())
        .isEqualTo("The target capacity (1) is less than the cluster's min_size (2).");
    assertThat(cluster.names()).hasSize(2);
  }

  @Test
  void pol3ACountOfZeroIsRefused() {
    for (String kind : new String[] {"cluster.scale-out", "cluster.scale-in"}) {
      ClusterVerb verb = ClusterVerbs.of(new ActionKind(kind)).orElseThrow();
      assertThat(verb.whyNot(WireFormat.JSON.readTree("{\"count\": 0}")))
          .contains("/args/count: 0 (expected: 1 to 10000)");
      assertThat(verb.whyNot(WireFormat.JSON.readTree("{\"count\": -1}"))).isPresent();
      assertThat(verb.whyNot(WireFormat.JSON.readTree("{\"count\": 2}"))).isEmpty();
      assertThat(verb.whyNot(WireFormat.JSON.readTree("{\"number\": 2}")))
          .hasValueSatisfying(why -> assertThat(why).contains("unknown field"));
    }
  }

  @Test
  void brokenMembersGoFirst() {
    Played cluster = Played.with(3, 0, Optional.empty()).member("prod-2", 2, MemberState.ERROR);
    cluster.play("cluster.scale-in", "{}");
    assertThat(cluster.names()).containsExactly("prod-1", "prod-3");
  }

  @Test
  void resizeTakesTheNumberThePercentageOrTheNearestSize() {
    Played cluster = Played.with(2, 0, Optional.of(10));
    cluster.play("cluster.resize", "{\"adjustmentType\": \"EXACT_CAPACITY\", \"number\": 4}");
    assertThat(cluster.names()).hasSize(4);
    cluster.play(
        "cluster.resize", "{\"adjustmentType\": \"CHANGE_IN_PERCENTAGE\", \"number\": -50}");
    assertThat(cluster.names()).hasSize(2);
    assertThat(
            cluster
                .play(
                    "cluster.resize",
                    "{\"adjustmentType\": \"CHANGE_IN_CAPACITY\", \"number\": 20}")
                .state())
        .isEqualTo(ActionState.FAILED);
    cluster.play(
        "cluster.resize",
        "{\"adjustmentType\": \"CHANGE_IN_CAPACITY\", \"number\": 20, \"strict\": false, \"maxSize\": 5}");
    assertThat(cluster.names()).hasSize(5);
    assertThat(cluster.shape.sizes().most()).contains(5);
    assertThat(cluster.shape.sizes().desired()).isEqualTo(5);
    cluster.play("cluster.resize", "{\"minSize\": 1, \"maxSize\": 3}");
    assertThat(cluster.names()).as("the bounds alone make it smaller").hasSize(3);
  }

  @Test
  void dep7AReplacementIsMadeFirstAndOnlyThenTheOldOneGoes() {
    Played cluster = Played.with(3, 0, Optional.empty());
    End end =
        cluster.play(
            "cluster.replace-nodes",
            "{\"members\": [\"prod-1\", \"prod-2\"]}",
            action -> isAbout(action, "prod-5") ? Answer.failed("no quota") : Answer.done());
    assertThat(cluster.phases())
        .containsExactly("member.create prod-4, member.create prod-5", "member.delete prod-1");
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(cluster.names()).containsExactly("prod-2", "prod-3", "prod-4", "prod-5");
    assertThat(cluster.state("prod-2"))
        .as("its successor is not there")
        .isEqualTo(MemberState.ACTIVE);
    assertThat(cluster.state("prod-5")).isEqualTo(MemberState.ERROR);
  }

  @Test
  void dep7ANodeThatIsThereTakesTheMembersPlace() {
    Played cluster = Played.with(1, 1, Optional.of(1)).node("spare", Map.of());
    End end = cluster.play("cluster.replace-nodes", "{\"nodes\": {\"prod-1\": \"spare\"}}");
    assertThat(end.state()).as(end.why()).isEqualTo(ActionState.DONE);
    assertThat(cluster.names()).containsExactly("spare");
    assertThat(cluster.nodes).as("it just leaves").containsKey(new NodeId("prod-1"));
    assertThat(cluster.derived).isEmpty();
  }

  @Test
  void nodesJoinAndLeaveWithoutAnybodyBeingAsked() {
    Played cluster = Played.with(1, 0, Optional.of(3)).node("n1", Map.of()).node("n2", Map.of());
    cluster.play("cluster.add-nodes", "{\"nodes\": [\"n1\", \"n2\"]}");
    assertThat(cluster.names()).containsExactly("n1", "n2", "prod-1");
    assertThat(cluster.shape.sizes().desired()).isEqualTo(3);
    assertThat(cluster.play("node.join", "{\"node\": \"n1\"}").why()).contains("max_size");
    cluster.play("cluster.del-nodes", "{\"nodes\": [\"n1\"]}");
    cluster.play("node.leave", "{\"node\": \"n2\"}");
    assertThat(cluster.names()).containsExactly("prod-1");
    assertThat(cluster.nodes).containsKeys(new NodeId("n1"), new NodeId("n2"));
    assertThat(cluster.derived).isEmpty();
    assertThat(cluster.play("cluster.add-nodes", "{\"nodes\": [\"n7\"]}").why())
        .startsWith("cluster prod has no node n7");
    assertThat(cluster.play("node.leave", "{\"node\": \"n7\"}").why())
        .startsWith("n7 is no member of cluster prod");
    assertThat(cluster.shape.sizes().desired()).isEqualTo(1);
  }

  @Test
  void batch1AnUpdateGoesBatchAfterBatchWithAPauseAndStopsAtTheFirstThatFails() {
    Played cluster = Played.with(5, 0, Optional.empty()).profile(2);
    cluster.policies = List.of(Bindings.batches(60, 2));
    Played.Step step = cluster.start("cluster.update", "{\"profile\": \"small\"}");
    assertThat(step.open).hasSize(2);
    step.answer(action -> Answer.done());
    step.next();
    assertThat(step.open).as("it pauses").isEmpty();
    assertThat(step.reviewAt).contains(Played.T0.plusSeconds(60));
    cluster.now = Played.T0.plusSeconds(59);
    step.next();
    assertThat(step.open).isEmpty();
    cluster.now = Played.T0.plusSeconds(60);
    step.next();
    assertThat(step.open).hasSize(2);
    step.answer(action -> isAbout(action, "prod-3") ? Answer.failed("no disk") : Answer.done());
    step.next();
    End end = step.end.orElseThrow();
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why())
        .isEqualTo(
            "1 of 4 members went wrong, and 1 were left as they are: member prod-3: no disk");
    assertThat(cluster.members.values())
        .filteredOn(one -> one.profile().equals(Optional.of(new ProfileKey("small", 2))))
        .extracting(one -> one.node().value())
        .containsExactly("prod-1", "prod-2", "prod-4");
    assertThat(cluster.shape.profile()).contains(new ProfileKey("small", 2));
  }

  @Test
  void oneMemberIsUpdatedCheckedRecoveredAndDeleted() {
    Played cluster = Played.with(2, 0, Optional.empty()).profile(2);
    cluster.play("node.update", "{\"node\": \"prod-1\", \"profile\": \"small\"}");
    cluster.play("node.check", "{\"node\": \"prod-1\"}", action -> Answer.failed("gone"));
    assertThat(cluster.state("prod-1")).isEqualTo(MemberState.ERROR);
    cluster.play("node.recover", "{\"node\": \"prod-1\"}");
    assertThat(cluster.state("prod-1")).isEqualTo(MemberState.ACTIVE);
    cluster.play("node.delete", "{\"node\": \"prod-1\"}");
    cluster.play("node.create", "{}");
    assertThat(cluster.phases())
        .containsExactly(
            "member.update prod-1",
            "member.check prod-1",
            "member.recover prod-1",
            "member.delete prod-1",
            "member.create prod-3");
    assertThat(cluster.derived.getFirst().args().path("spec").path("disk").asInt()).isEqualTo(2);
    assertThat(cluster.shape.sizes().desired()).isEqualTo(2);
  }

  private static boolean isAbout(DerivedAction action, String member) {
    return action.args().path("member").asString("").equals(member);
  }
}
