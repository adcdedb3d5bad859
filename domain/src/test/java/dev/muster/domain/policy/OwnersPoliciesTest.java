package dev.muster.domain.policy;

import static dev.muster.domain.policy.PolicyScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people say themselves: named members, steps around members, expressions. */
final class OwnersPoliciesTest {

  @Test
  void namedMembersGoAndNoOthers() {
    PolicyScene scene = new PolicyScene().members(4).policy("del", "deletion", "{}");

    assertThat(
            scene
                .before("cluster.del-nodes", "{'nodes': ['web-3', 'web-2']}")
                .data()
                .at("/deletion/candidates")
                .toString())
        .isEqualTo("[\"web-3\",\"web-2\"]");
    assertThat(scene.before("cluster.del-nodes", "{'nodes': ['db-1']}").objection())
        .contains("Failed policy 'del': db-1 is no member of the cluster");
  }

  @Test
  void namedMembersAreNotTakenBelowTheMinimum() {
    PolicyScene scene = new PolicyScene().members(2).sizes(1, 5).policy("del", "deletion", "{}");

    assertThat(scene.before("cluster.del-nodes", "{'nodes': ['web-1', 'web-2']}").objection())
        .contains(
            "What the policies decided cannot be done: The target capacity (0) is less than the"
                + " cluster's min_size (1).");
  }

  @Test
  void hooksAreHandedOnWithTheCandidates() {
    PolicyScene scene =
        new PolicyScene()
            .members(2)
            .policy(
                "del",
                "deletion",
                "{'hooks': {'type': 'webhook', 'params': {'url': 'http://h'}, 'timeout': 9},"
                    + " 'destroy_after_deletion': false, 'reduce_desired_capacity': false}");

    assertThat(scene.before("cluster.scale-in", "{}").data().path("hooks"))
        .isEqualTo(json("{'type': 'webhook', 'params': {'url': 'http://h'}, 'timeout': 9}"));
    assertThat(scene.before("cluster.scale-in", "{}").data().path("deletion").toString())
        .contains("\"destroy_after_deletion\":false", "\"reduce_desired_capacity\":false");
  }

  @ParameterizedTest
  @CsvSource({
    "cluster.scale-in, true, false",
    "cluster.del-nodes, true, false",
    "node.leave, true, false",
    "cluster.scale-out, false, true",
    "cluster.add-nodes, false, true",
    "cluster.create, false, true",
    "cluster.resize, true, true",
    "cluster.replace-nodes, true, true",
    "cluster.recover, true, true",
    "cluster.check, false, false",
    "cluster.update, false, false"
  })
  void stepsAreDoneAroundWhatTakesAndWhatBringsMembers(
      String kind, boolean removing, boolean added) {
    PolicyScene scene =
        new PolicyScene()
            .members(3)
            .policy(
                "lb",
                "loadbalance",
                "{'removing': [{'kind': 'exec.command', 'args': {'argv': ['out', '${member.name}']},"
                    + " 'on': 'lb-1', 'timeout': 5}], 'added': [{'kind': 'http'}]}");

    var around = scene.before(kind, "{'nodes': ['web-1'], 'node': 'web-1'}").data().path("around");

    assertThat(around.has("removing")).isEqualTo(removing);
    assertThat(around.has("added")).isEqualTo(added);
    if (removing) {
      assertThat(around.path("removing").path(0))
          .isEqualTo(
              json(
                  "{'kind': 'exec.command', 'args': {'argv': ['out', '${member.name}']},"
                      + " 'on': 'lb-1', 'timeout': 5}"));
    }
  }

  @Test
  void ownStepsFollowThoseOfTheBalancerAndOnlyForTheirKinds() {
    PolicyScene scene =
        new PolicyScene()
            .members(3)
            .policy("lb", "loadbalance", "{'removing': [{'kind': 'http'}]}")
            .policy(
                "tell",
                "steps",
                "{'kinds': ['cluster.scale-in'], 'removing': [{'kind': 'webhook'}]}");

    assertThat(scene.before("cluster.scale-in", "{}").data().at("/around/removing").toString())
        .isEqualTo("[{\"kind\":\"http\",\"args\":{}},{\"kind\":\"webhook\",\"args\":{}}]");
    assertThat(scene.before("node.leave", "{}").data().at("/around/removing").size()).isOne();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true |",
        "cluster.size > 2 |",
        "members.all(m, m.well) |",
        "data.deletion.count == 1 |",
        "providers.p1.zone == \"a\" |",
        "timestamp(now) > timestamp(\"2026-01-01T00:00:00Z\") |",
        "action.kind == \"cluster.scale-in\" |",
        "false | false is false (expected: true)",
        "\"not on Fridays\" | not on Fridays",
        "cluster.size | cluster.size gives 3 (expected: true, or a text why not)",
        "cluster.nothing | ${cluster.nothing}: there is no 'nothing'"
      })
  void anExpressionSaysWhetherAnActionMayBeDone(String cel, String why) {
    PolicyScene scene =
        new PolicyScene()
            .provider("p1", "zone", "a")
            .members(3)
            .policy("del", "deletion", "{}")
            .bound(
                "mine",
                PolicyTypes.of("cel").orElseThrow(),
                json("{}").put("before", cel),
                800,
                java.util.Optional.empty());

    var objection = scene.before("cluster.scale-in", "{}").objection();

    if (why == null) {
      assertThat(objection).isEmpty();
    } else {
      assertThat(objection.orElse("")).startsWith("Failed policy 'mine': " + why);
    }
  }

  @Test
  void anExpressionIsAskedForItsSideAndItsKindsOnly() {
    PolicyScene scene =
        new PolicyScene()
            .members(3)
            .policy("mine", "cel", "{'kinds': ['cluster.resize'], 'before': '\\\"no\\\"'}");

    assertThat(scene.before("cluster.scale-in", "{}").objection()).isEmpty();
    assertThat(scene.before("cluster.resize", "{}").objection()).isPresent();
    assertThat(scene.after("cluster.resize", json("{}")).objection()).isEmpty();
  }

  @Test
  void aRecoveryTriesWhatTheHealthPolicySaysOneAfterTheOther() {
    PolicyScene scene =
        new PolicyScene()
            .members(1)
            .policy(
                "h",
                "health",
                "{'detection': {'detection_modes': [{'type': 'NODE_STATUS_POLLING'}]}, 'recovery':"
                    + " {'actions': [{'name': 'REBOOT', 'params': {'type': 'SOFT'}}, {'name':"
                    + " 'RECREATE'}]}}");

    assertThat(scene.before("cluster.recover", "{}").data().at("/health/recover_action").toString())
        .isEqualTo(
            "[{\"name\":\"REBOOT\",\"params\":{\"type\":\"SOFT\"}},{\"name\":\"RECREATE\",\"params\":{}}]");
  }
}
