package dev.muster.domain.clusteraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.Played.Answer;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.policy.Policy.Side;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What policies and cancels make of actions on members, by examples. */
final class MemberPoliciesTest {

  @Test
  void whatPoliciesWantAroundMembersIsDoneBeforeTheyGoAndAfterTheyCame() {
    Played cluster = Played.with(2, 0, Optional.empty()).node("lb", Map.of());
    cluster.policies =
        List.of(
            Bindings.writing(
                "{\"around\": {\"removing\": [{\"kind\": \"exec.command\", \"on\": \"lb\", \"args\": {\"argv\": [\"drop\", \"${member.name} ${member.index}\"]}}],"
                    + " \"added\": [{\"kind\": \"http\", \"args\": {\"url\": \"http://lb/${member.name}\"}}]},"
                    + " \"deletion\": {\"grace_period\": 5}}"));
    Played.Step in = cluster.start("cluster.scale-in", "{\"candidates\": [\"prod-2\"]}");
    assertThat(in.open).hasSize(1);
    assertThat(in.open.getFirst().node()).isEqualTo(new NodeId("lb"));
    assertThat(in.open.getFirst().args().toString())
        .isEqualTo("{\"argv\":[\"drop\",\"prod-2 2\"]}");
    in.answer(action -> Answer.done());
    in.next();
    assertThat(in.open).as("the grace period").isEmpty();
    cluster.now = Played.T0.plusSeconds(5);
    in.next();
    assertThat(in.open.getFirst().kind().value()).isEqualTo("member.delete");
    in.answer(action -> Answer.done());
    in.next();
    assertThat(in.end.orElseThrow().state()).isEqualTo(ActionState.DONE);

    cluster.play("cluster.scale-out", "{}");
    DerivedAction last = cluster.derived.getLast();
    assertThat(last.kind().value()).isEqualTo("http");
    assertThat(last.node()).as("without on, the provider's").isEqualTo(new NodeId("p1"));
    assertThat(last.args().path("url").asString()).isEqualTo("http://lb/prod-3");
  }

  @Test
  void aMemberThatCannotBeTakenOutOfTheBalancerStays() {
    Played cluster = Played.with(2, 0, Optional.empty());
    cluster.policies =
        List.of(
            Bindings.writing(
                "{\"around\": {\"removing\": [{\"kind\": \"exec.command\", \"args\": {}}]}}"));
    End end =
        cluster.play(
            "cluster.scale-in", "{\"candidates\": [\"prod-2\"]}", action -> Answer.failed("busy"));
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(cluster.names()).containsExactly("prod-1", "prod-2");
    assertThat(cluster.derived).hasSize(1);
  }

  @Test
  void membersMayBeKeptAndTheDesiredSizeToo() {
    Played cluster = Played.with(2, 0, Optional.empty());
    cluster.policies =
        List.of(
            Bindings.writing(
                "{\"deletion\": {\"destroy_after_deletion\": false, \"reduce_desired_capacity\": false}}"));
    cluster.play("cluster.scale-in", "{\"candidates\": [\"prod-2\"]}");
    assertThat(cluster.names()).containsExactly("prod-1");
    assertThat(cluster.nodes).containsKey(new NodeId("prod-2"));
    assertThat(cluster.derived).isEmpty();
    assertThat(cluster.shape.sizes().desired()).isEqualTo(2);
  }

  @Test
  void aPolicyThatObjectsBeforehandChangesNothingAndAfterwardsFailsTheAction() {
    Played cluster = Played.with(2, 0, Optional.empty());
    cluster.policies = List.of(Bindings.objecting(Side.BEFORE));
    End before = cluster.play("cluster.scale-out", "{}");
    assertThat(before.why()).isEqualTo("Policy check failure: Failed policy 'p': not now");
    assertThat(cluster.names()).hasSize(2);
    assertThat(cluster.data.path("status").asString()).isEqualTo("ERROR");

    cluster.policies = List.of(Bindings.objecting(Side.AFTER));
    End after = cluster.play("cluster.scale-out", "{}");
    assertThat(after.state()).isEqualTo(ActionState.FAILED);
    assertThat(after.why()).isEqualTo("Policy check failure: Failed policy 'p': not now");
    assertThat(cluster.names()).hasSize(3);
    assertThat(cluster.data.path("creation").path("nodes").toString()).isEqualTo("[\"prod-3\"]");
  }

  @Test
  void neverFewerThanTheClusterMustHaveWhateverPoliciesDecide() {
    Played cluster = Played.with(2, 2, Optional.empty());
    cluster.policies =
        List.of(
            Bindings.writing(
                "{\"creation\": 5, \"deletion\": {\"count\": 1, \"reduce_desired_capacity\": false}}"));
    for (String[] asked :
        new String[][] {
          {"cluster.scale-in", "{}"},
          {"cluster.del-nodes", "{\"nodes\": [\"prod-1\"]}"},
          {"node.delete", "{\"node\": \"prod-1\"}"},
          {"node.leave", "{\"node\": \"prod-1\"}"}
        }) {
      assertThat(cluster.play(asked[0], asked[1]).why())
          .endsWith("The target capacity (1) is less than the cluster's min_size (2).");
    }
    assertThat(cluster.names()).hasSize(2);
    assertThat(cluster.play("cluster.scale-out", "{}").state())
        .as("nonsense in the document does not stop it")
        .isEqualTo(ActionState.DONE);
    assertThat(cluster.data.path("creation").path("nodes").toString()).isEqualTo("[\"prod-3\"]");
  }

  @Test
  void whatPoliciesDecideThatCannotBeDoneFailsTheActionAndNotTheCycle() {
    Played cluster = Played.with(2, 0, Optional.empty());
    cluster.policies = List.of(Bindings.writing("{\"deletion\": {\"candidates\": [\"NO NAME\"]}}"));
    End end = cluster.play("cluster.scale-in", "{}");
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why()).containsIgnoringCase("what the policies decided cannot be done");
    assertThat(cluster.names()).hasSize(2);
  }

  @Test
  void newMembersArePlacedAsPoliciesDecideAndElseWhereTheFewestAre() {
    Played cluster = new Played();
    cluster.nodes.clear();
    cluster
        .node("p1", Map.of("provider", "yes", "zone", "a"))
        .node("p2", Map.of("provider", "yes", "zone", "b"));
    cluster.policies =
        List.of(
            Bindings.writing(
                "{\"placement\": {\"placements\": [{\"zone\": \"b\"}, {\"zone\": \"b\"}]}}"));
    cluster.play("cluster.create", "{\"profile\": \"small\", \"desired\": 3}");
    assertThat(cluster.derived)
        .extracting(action -> action.node().value())
        .containsExactly("p2", "p2", "p1");
    assertThat(cluster.derived.getFirst().args().path("data").toString())
        .isEqualTo("{\"placement\":{\"zone\":\"b\"}}");
  }

  @Test
  void cancellingLetsGoOfWhatNobodyWasAskedFor() {
    Played cluster = Played.with(1, 0, Optional.empty());
    Played.Step step = cluster.start("cluster.scale-out", "{\"count\": 2}");
    cluster.cancelledBy = Optional.of("bob");
    step.answer(
        step.open.getFirst(), new Answer(ActionState.CANCELLED, false, "{}", Optional.empty()));
    step.answer(
        step.open.getFirst(), new Answer(ActionState.CANCELLED, true, "{}", Optional.empty()));
    step.next();
    End end = step.end.orElseThrow();
    assertThat(end.state()).isEqualTo(ActionState.CANCELLED);
    assertThat(end.why()).isEqualTo("cancelled by bob; it touched 1 member: prod-3");
    assertThat(cluster.names()).containsExactly("prod-1", "prod-3");
    assertThat(cluster.state("prod-3")).isEqualTo(MemberState.ERROR);
  }
}
