package dev.muster.domain.policy;

import static dev.muster.domain.policy.PolicyScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.policy.PolicyChain.Decided;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScalingPolicyTest {

  @ParameterizedTest
  @CsvSource({
    "IN, EXACT_CAPACITY, 4, 1, 3",
    "OUT, EXACT_CAPACITY, 9, 1, 2",
    "IN, CHANGE_IN_CAPACITY, 2, 1, 2",
    "OUT, CHANGE_IN_CAPACITY, 2, 1, 2",
    "IN, CHANGE_IN_PERCENTAGE, 50, 1, 3",
    "OUT, CHANGE_IN_PERCENTAGE, 50, 1, 3",
    "IN, CHANGE_IN_PERCENTAGE, 5, 1, 1",
    "OUT, CHANGE_IN_PERCENTAGE, 5, 4, 4"
  })
  void adjustsInEachWay(String way, String type, int number, int minStep, int count) {
    PolicyScene scene =
        new PolicyScene()
            .members(7)
            .policy(
                "sc",
                "scaling",
                "{'event': 'CLUSTER_SCALE_%s', 'adjustment': {'type': '%s', 'number': %d, 'min_step': %d}}"
                    .formatted(way, type, number, minStep));

    Decided decided =
        scene.before(way.equals("IN") ? "cluster.scale-in" : "cluster.scale-out", "{}");

    assertThat(decided.objection()).isEmpty();
    assertThat(
            decided.data().path(way.equals("IN") ? "deletion" : "creation").path("count").asInt())
        .isEqualTo(count);
  }

  @Test
  void nothingToDoIsAnObjectionUnlessAllThatCanBeDoneIsEnough() {
    String spec =
        "{'event': 'CLUSTER_SCALE_IN', 'adjustment': {'type': 'EXACT_CAPACITY', 'number': 5%s}}";

    assertThat(
            new PolicyScene()
                .members(5)
                .policy("sc", "scaling", spec.formatted(""))
                .before("cluster.scale-in", "{}")
                .objection()
                .orElse(""))
        .contains("gives a count of 0 for a cluster of 5 members");
    assertThat(
            new PolicyScene()
                .members(5)
                .policy("sc", "scaling", spec.formatted(", 'best_effort': true"))
                .before("cluster.scale-in", "{}")
                .data()
                .at("/deletion/count")
                .asInt(-1))
        .isZero();
  }

  @Test
  void itSaysNothingOfTheOtherWay() {
    PolicyScene scene =
        new PolicyScene().members(5).policy("sc", "scaling", "{'event': 'CLUSTER_SCALE_OUT'}");

    assertThat(scene.before("cluster.scale-in", "{}").data().has("deletion")).isFalse();
  }

  @Test
  void whatWasChosenForAnotherNumberIsAnObjectionThatSaysWhatToDo() {
    PolicyScene scene =
        new PolicyScene()
            .members(5)
            .policy("sc", "scaling", "{'event': 'CLUSTER_SCALE_IN', 'adjustment': {'number': 2}}")
            .bound(
                "del",
                PolicyTypes.of("deletion").orElseThrow(),
                json("{}"),
                50,
                java.util.Optional.empty());

    assertThat(scene.before("cluster.scale-in", "{}").objection().orElse(""))
        .contains("1 members were chosen", "before the deletion policy", "smaller priority");
  }
}
