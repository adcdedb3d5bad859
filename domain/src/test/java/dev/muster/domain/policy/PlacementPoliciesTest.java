package dev.muster.domain.policy;

import static dev.muster.domain.policy.PolicyScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.policy.PolicyChain.Decided;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Regions, zones and hosts. */
final class PlacementPoliciesTest {

  private static final String ZONES =
      "{'zones': [{'name': 'a', 'weight': 200}, {'name': 'b', 'weight': 100}]}";

  @Test
  void newMembersComeIntoTheZonesByTheirWeights() {
    Decided decided =
        zones().policy("z", "zone_placement", ZONES).before("cluster.scale-out", "{'count': 6}");

    assertThat(decided.data().path("creation"))
        .isEqualTo(json("{'count': 6, 'zones': {'a': 4, 'b': 2}}"));
    assertThat(placements(decided, "zone")).containsExactlyInAnyOrder("a", "a", "a", "a", "b", "b");
    assertThat(placements(decided, "provider"))
        .as("spread within the zone")
        .containsExactlyInAnyOrder("p1", "p1", "p2", "p2", "p3", "p3");
  }

  @Test
  void whoIsThereCountsAndWhoStandsOutsideGoesFirst() {
    PolicyScene scene = zones().provider("p9", "zone", "elsewhere");
    made(scene, "p3", 2);
    made(scene, "p1", 2);
    made(scene, "p9", 1);
    scene
        .policy("z", "zone_placement", ZONES)
        .policy("del", "deletion", "{'criteria': 'OLDEST_FIRST'}");

    JsonNode deletion = scene.before("cluster.scale-in", "{'count': 2}").data().path("deletion");

    assertThat(deletion.path("zones")).isEqualTo(json("{'elsewhere': 1, 'b': 1}"));
    assertThat(deletion.path("candidates").toString()).isEqualTo("[\"web-1\",\"web-5\"]");
  }

  @Test
  void noRegionGetsMoreThanItsCap() {
    PolicyScene scene =
        new PolicyScene()
            .provider("p1", "region", "north")
            .provider("p2", "region", "south")
            .policy(
                "r",
                "region_placement",
                "{'regions': [{'name': 'north', 'cap': 1}, {'name': 'south', 'cap': 2}]}");

    assertThat(scene.before("cluster.scale-out", "{'count': 3}").data().at("/creation/regions"))
        .isEqualTo(json("{'north': 1, 'south': 2}"));
    assertThat(scene.before("cluster.scale-out", "{'count': 4}").objection().orElse(""))
        .contains("Failed policy 'r': There is no feasible plan to handle all nodes")
        .contains("3 of 4");
  }

  @Test
  void aZoneWithoutANodeThatMakesMembersIsNotFeasible() {
    PolicyScene scene =
        new PolicyScene()
            .provider("p1", "zone", "a")
            .policy("z", "zone_placement", "{'zones': [{'name': 'b'}]}");

    assertThat(scene.before("cluster.scale-out", "{}").objection().orElse(""))
        .contains("no feasible plan");
  }

  @Test
  void regionsAndZonesHoldTogether() {
    PolicyScene scene =
        new PolicyScene()
            .provider("n-a", "region", "north", "zone", "a")
            .provider("n-b", "region", "north", "zone", "b")
            .provider("s-a", "region", "south", "zone", "a")
            .provider("s-b", "region", "south", "zone", "b")
            .policy("r", "region_placement", "{'regions': [{'name': 'north'}, {'name': 'south'}]}")
            .policy("z", "zone_placement", "{'zones': [{'name': 'a'}, {'name': 'b'}]}");

    Decided decided = scene.before("cluster.scale-out", "{'count': 4}");

    assertThat(placements(decided, "provider"))
        .containsExactlyInAnyOrder("n-a", "n-b", "s-a", "s-b");
  }

  @Test
  void membersAreSpreadOverHosts() {
    PolicyScene scene = new PolicyScene().provider("p1").provider("p2").provider("p3");
    made(scene, "p1", 2);
    scene.policy("spread", "affinity", "{}");

    Decided decided = scene.before("cluster.scale-out", "{'count': 4}");

    assertThat(placements(decided, "provider")).containsExactly("p2", "p3", "p2", "p3");
    assertThat(decided.data().at("/creation/count").intValue()).isEqualTo(4);
  }

  @Test
  void noTwoMembersShareAHostWhereTheyMustNot() {
    PolicyScene scene =
        new PolicyScene()
            .provider("p1", "rack", "r1")
            .provider("p2", "rack", "r1")
            .provider("p3", "rack", "r2");
    made(scene, "p3", 1);
    scene.policy("apart", "affinity", "{'policies': 'anti-affinity', 'label': 'rack'}");

    assertThat(placements(scene.before("cluster.scale-out", "{}"), "provider"))
        .containsExactly("p1");
    assertThat(scene.before("cluster.scale-out", "{'count': 2}").objection().orElse(""))
        .contains("Failed policy 'apart': 1 of 2 new members have a host by anti-affinity");
  }

  @Test
  void membersStayTogetherWhereTheyAreToBe() {
    PolicyScene scene = new PolicyScene().provider("p1").provider("p2");
    made(scene, "p2", 1);
    scene.policy("together", "affinity", "{'policies': 'affinity'}");

    assertThat(placements(scene.before("cluster.scale-out", "{'count': 3}"), "provider"))
        .containsExactly("p2", "p2", "p2");
  }

  @Test
  void theRuleAboutHostsHoldsAlsoWhenTheZonesAreAskedLast() {
    PolicyScene scene =
        zones()
            .policy("together", "affinity", "{'policies': 'affinity'}")
            .bound(
                "z",
                PolicyTypes.of("zone_placement").orElseThrow(),
                json(ZONES),
                900,
                java.util.Optional.empty());

    assertThat(placements(scene.before("cluster.scale-out", "{'count': 3}"), "provider"))
        .containsExactlyInAnyOrder("p1", "p1", "p3");
  }

  @Test
  void aClusterThatIsMadeOrResizedIsPlacedToo() {
    PolicyScene scene = zones();
    made(scene, "p1", 1);
    scene.sizes(0, 9).policy("z", "zone_placement", ZONES);

    assertThat(
            scene
                .before("cluster.resize", "{'adjustmentType': 'EXACT_CAPACITY', 'number': 3}")
                .data()
                .at("/creation/zones"))
        .isEqualTo(json("{'a': 1, 'b': 1}"));
    assertThat(
            scene
                .before("cluster.resize", "{'adjustmentType': 'CHANGE_IN_CAPACITY', 'number': 30}")
                .objection()
                .orElse(""))
        .contains("greater than the cluster's max_size (9)");
  }

  private static PolicyScene zones() {
    return new PolicyScene()
        .provider("p1", "zone", "a")
        .provider("p2", "zone", "a")
        .provider("p3", "zone", "b");
  }

  private static void made(PolicyScene scene, String provider, int count) {
    for (int i = 0; i < count; i++) {
      scene.member(provider, MemberState.ACTIVE, NodeStatus.UP);
    }
  }

  private static List<String> placements(Decided decided, String field) {
    return decided
        .data()
        .at("/placement/placements")
        .valueStream()
        .map(one -> one.path(field).asString(""))
        .collect(Collectors.toList());
  }
}
