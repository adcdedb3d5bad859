package dev.muster.domain.policy;

import static dev.muster.domain.policy.PolicyScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.policy.PolicyChain.Decided;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of OpenStack Senlin's policies, by their names in docs/conformance/senlin.md. */
final class SenlinPoliciesTest {

  private static final String IN =
      "{'event': 'CLUSTER_SCALE_IN', 'adjustment': {'number': 2, 'cooldown': 8}}";

  @Test
  void theSeedsScaleInExampleWritesTheDocumentLiterally() {
    PolicyScene scene = new PolicyScene().members(6).policy("sc", "scaling", IN);

    assertThat(scene.before("cluster.scale-in", "{}").data().path("deletion"))
        .isEqualTo(json("{'count': 2}"));

    scene.policy("del", "deletion", "{'criteria': 'OLDEST_FIRST', 'grace_period': 1}");

    String senlin =
        "'deletion': {'candidates': ['web-1', 'web-2'], 'count': 2, 'destroy_after_deletion': true,"
            + " 'grace_period': 1, 'reduce_desired_capacity': true},"
            + " 'hooks': {}, 'reason': 'Candidates generated', 'status': 'OK'";
    assertThat(scene.before("cluster.scale-in", "{}").data()).isEqualTo(json("{" + senlin + "}"));

    scene.policy(
        "lb",
        "loadbalance",
        "{'removing': [{'kind': 'http', 'args': {'url': 'http://lb/${member.name}'}}],"
            + " 'added': [{'kind': 'http', 'args': {'url': 'http://lb'}}]}");

    Decided all = scene.before("cluster.scale-in", "{}");
    assertThat(all.objection()).isEmpty();
    assertThat(all.data())
        .isEqualTo(
            json(
                "{"
                    + senlin
                    + ", 'around': {'removing': [{'kind': 'http', 'args': {'url': 'http://lb/${member.name}'}}]}}"));
  }

  @Test
  void pol1TheFirstObjectionStopsTheWalkAndNamesThePolicy() {
    PolicyScene scene =
        new PolicyScene()
            .members(1)
            .policy("late", "deletion", "{}")
            .policy("sc", "scaling", "{'event': 'CLUSTER_SCALE_IN', 'adjustment': {'number': 2}}");

    Decided decided = scene.before("cluster.scale-in", "{}");

    String why =
        "Failed policy 'sc': The target capacity (-1) is less than the cluster's min_size (0).";
    assertThat(decided.objection()).contains(why);
    assertThat(decided.data())
        .as("the deletion policy was not asked")
        .isEqualTo(json("{'status': 'ERROR'}").put("reason", why));
  }

  @Test
  void pol1ABindingsPriorityCountsAndWhoeverIsDisabledIsNotAsked() {
    Policy cel = PolicyTypes.of("cel").orElseThrow();
    PolicyScene scene =
        new PolicyScene()
            .members(1)
            .bound("second", cel, json("{'before': '\\\"two\\\"'}"), 20, Optional.empty())
            .bound("first", cel, json("{'before': '\\\"one\\\"'}"), 10, Optional.empty())
            .disabled("zero", "cel", "{'before': '\\\"zero\\\"'}");

    assertThat(scene.before("cluster.update", "{}").objection())
        .contains("Failed policy 'first': one");
  }

  @Test
  void pol2DeletionChoosesAsManyAsScalingSaysAndTheBrokenFirst() {
    PolicyScene scene =
        new PolicyScene()
            .members(3)
            .member("", MemberState.ERROR, NodeStatus.UP)
            .policy("sc", "scaling", IN)
            .policy("del", "deletion", "{'criteria': 'YOUNGEST_FIRST'}");

    assertThat(scene.before("cluster.scale-in", "{}").data().at("/deletion/candidates").toString())
        .isEqualTo("[\"web-4\",\"web-3\"]");
  }

  @Test
  void pol3ACountThatWasAskedForBeatsTheScalingPolicy() {
    PolicyScene scene =
        new PolicyScene()
            .members(6)
            .policy("sc", "scaling", IN)
            .policy("del", "deletion", "{'criteria': 'OLDEST_FIRST'}");

    assertThat(scene.before("cluster.scale-in", "{'count': 3}").data().path("deletion").toString())
        .contains("\"count\":3", "web-3")
        .doesNotContain("web-4");
  }

  @Test
  void pol3WithoutAScalingPolicyAndACountOneMemberGoes() {
    PolicyScene scene =
        new PolicyScene().members(3).policy("del", "deletion", "{'criteria': 'OLDEST_FIRST'}");

    assertThat(scene.before("cluster.scale-in", "{}").data().at("/deletion/candidates").toString())
        .isEqualTo("[\"web-1\"]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'count': 0}", "{'count': -2}", "{'count': 1.5}", "{'count': 'two'}"})
  void pol3ACountThatIsNoneFailsTheAction(String inputs) {
    PolicyScene scene = new PolicyScene().members(6).policy("sc", "scaling", IN);
    PolicyScene other = new PolicyScene().members(6).policy("del", "deletion", "{}");

    assertThat(List.of(scene, other))
        .allSatisfy(one ->
            assertThat(one.before("cluster.scale-in", inputs).objection().orElse(""))
                .startsWith("Failed policy '")
                .contains("count: ", "(expected: a whole number from 1)"));
  }

  @ParameterizedTest
  @CsvSource({
    "cluster.scale-in, CLUSTER_SCALE_IN, deletion, 5, 2",
    "cluster.scale-out, CLUSTER_SCALE_OUT, creation, 5, 1",
    "cluster.scale-in, CLUSTER_SCALE_IN, deletion, 1, 1"
  })
  void pol4BestEffortGoesAsFarAsTheBoundsLet(
      String kind, String event, String way, int number, int count) {
    String spec =
        "{'event': '%s', 'adjustment': {'number': %d, 'best_effort': true}}"
            .formatted(event, number);
    PolicyScene scene = new PolicyScene().members(5).sizes(3, 6).policy("sc", "scaling", spec);

    Decided decided = scene.before(kind, "{}");

    assertThat(decided.objection()).isEmpty();
    assertThat(decided.data().path(way).path("count").intValue()).isEqualTo(count);
  }

  @Test
  void pol5PoliciesAreAskedAfterAFailureToo() {
    PolicyScene scene =
        new PolicyScene()
            .members(2)
            .failed()
            .policy(
                "mine",
                "cel",
                "{'after': 'action.succeeded ? true : dyn(\\\"it did not succeed\\\")'}");

    assertThat(scene.after("cluster.resize", json("{}")).objection())
        .contains("Failed policy 'mine': it did not succeed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster.scale-in",
        "cluster.resize",
        "cluster.del-nodes",
        "cluster.update",
        "cluster.recover",
        "cluster.delete",
        "node.delete"
      })
  void pol7DetectionIsOffMeanwhileAndOnAfterwardsAlsoAfterAFailure(String kind) {
    PolicyScene scene =
        new PolicyScene()
            .members(2)
            .failed()
            .policy(
                "h",
                "health",
                "{'detection': {'detection_modes': [{'type': 'NODE_STATUS_POLLING'}]}}");

    Decided before = scene.before(kind, "{'node': 'web-1'}");
    assertThat(before.data().at("/health/detection").stringValue()).isEqualTo("off");

    Decided after = scene.after(kind, before.data());
    assertThat(after.data().at("/health/detection").stringValue()).isEqualTo("on");
  }

  @Test
  void pol6TheBrokenAreInTheFirstBatchAndTheMinimumStaysInService() {
    PolicyScene scene =
        new PolicyScene()
            .members(3)
            .member("", MemberState.ERROR, NodeStatus.UP)
            .member("", MemberState.ACTIVE, NodeStatus.NODE_DOWN)
            .policy("b", "batch", "{'min_in_service': 3, 'pause_time': 7}");

    assertThat(scene.before("cluster.update", "{}").data().path("update"))
        .isEqualTo(
            json("{'pause_time': 7, 'plan': [['web-4', 'web-5'], ['web-1', 'web-2'], ['web-3']]}"));
  }

  @ParameterizedTest
  @CsvSource({"5, 1, -1, 4 1", "5, 1, 2, 2 2 1", "5, 0, -1, 5", "2, 3, -1, 1 1", "0, 1, -1, ''"})
  void pol6ABatchIsWhatMayBeOutOfServiceAtOnce(int members, int min, int most, String sizes) {
    PolicyScene scene =
        new PolicyScene()
            .members(members)
            .policy(
                "b", "batch", "{'min_in_service': %d, 'max_batch_size': %d}".formatted(min, most));

    List<String> batches =
        scene
            .before("cluster.update", "{}")
            .data()
            .at("/update/plan")
            .valueStream()
            .map(batch -> Integer.toString(batch.size()))
            .toList();

    assertThat(String.join(" ", batches)).isEqualTo(sizes);
  }

  @Test
  void conflict3ACooldownIsKnownBeforeAnActionIsRecordedAndFailsOneThatIs() {
    Policy scaling = PolicyTypes.of("scaling").orElseThrow();
    PolicyScene scene =
        new PolicyScene()
            .members(6)
            .bound("sc", scaling, json(IN), 100, Optional.of(PolicyScene.NOW.minusSeconds(5)));
    ActionKind in = new ActionKind("cluster.scale-in");

    String why = "its cooldown of 8s is not over; it ends at 2026-11-23T12:00:03Z, in 3s";
    assertThat(PolicyChain.tooSoon(scene.bindings(), in, PolicyScene.NOW))
        .contains("policy 'sc': " + why);
    assertThat(scene.before("cluster.scale-in", "{}").objection())
        .contains("Failed policy 'sc': " + why);
    assertThat(PolicyChain.tooSoon(scene.bindings(), in, PolicyScene.NOW.plusSeconds(3))).isEmpty();
    assertThat(
            PolicyChain.tooSoon(
                scene.bindings(), new ActionKind("cluster.scale-out"), PolicyScene.NOW))
        .isEmpty();
  }

  /** By member what takes its place, or the members alone. */
  @Test
  void aReplacementNamesTheMembersThatGoAndNotWhatTakesTheirPlaces() {
    PolicyScene scene = new PolicyScene().members(3);
    String kind = "cluster.replace-nodes";
    assertThat(
            Demand.named(
                scene.occasion(
                    Policy.Side.BEFORE, kind, json("{'nodes': {'web-1': 'n-7', 'web-2': 'n-8'}}"))))
        .containsExactly(new NodeId("web-1"), new NodeId("web-2"));
    assertThat(
            Demand.named(scene.occasion(Policy.Side.BEFORE, kind, json("{'members': ['web-3']}"))))
        .containsExactly(new NodeId("web-3"));
  }
}
