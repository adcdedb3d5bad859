package dev.muster.domain.policy;

import static dev.muster.domain.policy.PolicyScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.policy.PolicyChain.Decided;
import dev.muster.domain.protocol.WireFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whatever the order of policies, the cluster and the document before: nothing is overdone. */
final class PolicyOrderTest {

  private static final List<String> KINDS =
      List.of("cluster.scale-in", "cluster.resize", "cluster.del-nodes", "node.delete");
  private static final List<String> TYPES =
      List.of("scaling", "deletion", "zone_placement", "region_placement");

  private int permitted;
  private int objected;
  private int removals;

  @Test
  void noOrderOfPoliciesTakesMoreThanTheCountOrBelowTheMinimumOrANodeTwice() {
    List<List<String>> orders = permutations(TYPES);
    for (int seed = 0; seed < 10_000; seed++) {
      for (List<String> order : orders) {
        judge(seed, order);
      }
    }
    assertThat(permitted).as("most stories are no objections").isGreaterThan(40_000);
    assertThat(objected).as("some are").isGreaterThan(40_000);
    assertThat(removals).isGreaterThan(30_000);
  }

  @Test
  void everyTypeInEveryOrderHoldsTheSame() {
    List<String> types = new ArrayList<>(TYPES);
    types.addAll(List.of("loadbalance", "health"));
    List<List<String>> orders = permutations(types);
    for (int seed = 0; seed < 50; seed++) {
      for (List<String> order : orders) {
        judge(seed, order);
      }
    }
    assertThat(orders).hasSize(720);
    assertThat(removals).isPositive();
  }

  private void judge(int seed, List<String> order) {
    Random random = new Random(seed);
    int least = random.nextInt(4);
    int members = random.nextInt(9);
    PolicyScene scene = scene(random, members).sizes(least, least + random.nextInt(9));
    bind(scene, random, order);
    String kind = KINDS.get(random.nextInt(KINDS.size()));
    ObjectNode inputs = inputs(random, members);
    ObjectNode before = document(random, members);

    Decided decided = scene.before(kind, inputs.toString().replace('"', '\''), before);

    JsonNode deletion = decided.data().path("deletion");
    if (decided.objection().isPresent()) {
      objected++;
      assertThat(decided.data().path("status").asString("")).isEqualTo("ERROR");
      return;
    }
    permitted++;
    if (deletion.isMissingNode()) {
      return;
    }
    String story = "seed %d, %s, %s, %s".formatted(seed, order, kind, decided.data());
    int count = deletion.path("count").asInt(-1);
    assertThat(count).as(story).isNotNegative();
    assertThat(count == 0 || members - count >= lowest(kind, inputs, least)).as(story).isTrue();
    Set<String> seen = new HashSet<>();
    for (JsonNode candidate : deletion.path("candidates")) {
      assertThat(seen.add(candidate.asString(""))).as("twice: " + story).isTrue();
    }
    assertThat(seen.isEmpty() || seen.size() == count).as(story).isTrue();
    assertThat(seen).as(story).allMatch(name -> number(name) >= 1 && number(name) <= members);
    removals += seen.isEmpty() ? 0 : 1;
  }

  private static int lowest(String kind, ObjectNode inputs, int least) {
    return kind.equals("cluster.resize") ? inputs.path("minSize").asInt(least) : least;
  }

  private static int number(String member) {
    return Integer.parseInt(member.substring("web-".length()));
  }

  private static PolicyScene scene(Random random, int members) {
    PolicyScene scene =
        new PolicyScene()
            .provider("p1", "zone", "a", "region", "north")
            .provider("p2", "zone", "b", "region", "south");
    MemberState[] states = MemberState.values();
    for (int i = 0; i < members; i++) {
      scene.member(
          List.of("", "p1", "p2").get(random.nextInt(3)),
          states[random.nextInt(states.length)],
          random.nextBoolean() ? NodeStatus.UP : NodeStatus.UNREACHABLE);
    }
    return scene;
  }

  private static void bind(PolicyScene scene, Random random, List<String> order) {
    String scaling =
        "{'event': 'CLUSTER_SCALE_IN', 'adjustment': {'type': '%s', 'number': %d, 'best_effort': %b}}"
            .formatted(
                List.of("EXACT_CAPACITY", "CHANGE_IN_CAPACITY", "CHANGE_IN_PERCENTAGE")
                    .get(random.nextInt(3)),
                random.nextInt(6),
                random.nextBoolean());
    String criterion =
        List.of("RANDOM", "OLDEST_FIRST", "OLDEST_PROFILE_FIRST", "YOUNGEST_FIRST")
            .get(random.nextInt(4));
    for (int i = 0; i < order.size(); i++) {
      String spec =
          switch (order.get(i)) {
            case "scaling" -> scaling;
            case "deletion" -> "{'criteria': '%s'}".formatted(criterion);
            case "zone_placement" -> "{'zones': [{'name': 'a'}, {'name': 'b', 'weight': 50}]}";
            case "region_placement" ->
                "{'regions': [{'name': 'north', 'cap': 2}, {'name': 'south'}]}";
            case "loadbalance" -> "{'removing': [{'kind': 'http'}]}";
            default -> "{'detection': {'detection_modes': [{'type': 'NODE_STATUS_POLLING'}]}}";
          };
      scene.bound(
          "p" + i, PolicyTypes.of(order.get(i)).orElseThrow(), json(spec), i, Optional.empty());
    }
  }

  private static ObjectNode inputs(Random random, int members) {
    ObjectNode inputs = WireFormat.JSON.createObjectNode();
    switch (random.nextInt(6)) {
      case 0 -> inputs.put("count", random.nextInt(6) - 1);
      case 1 -> inputs.set("nodes", names(random, members));
      case 2 -> inputs.put("node", "web-" + (1 + random.nextInt(9)));
      case 3 ->
          inputs
              .put("adjustmentType", "CHANGE_IN_CAPACITY")
              .put("number", random.nextInt(9) - 6)
              .put("strict", random.nextBoolean());
      case 4 -> inputs.put("minSize", random.nextInt(5));
      default -> inputs.put("adjustmentType", "EXACT_CAPACITY").put("number", random.nextInt(7));
    }
    return inputs;
  }

  /** Half of them are empty, as they are at the beginning; the others hold anything. */
  private static ObjectNode document(Random random, int members) {
    ObjectNode data = WireFormat.JSON.createObjectNode();
    if (random.nextBoolean()) {
      return data;
    }
    ObjectNode deletion = data.putObject("deletion");
    switch (random.nextInt(5)) {
      case 0 -> deletion.put("count", random.nextInt(12) - 2);
      case 1 -> deletion.put("count", "two");
      case 2 -> deletion.put("count", 1.5);
      default -> deletion.put("count", random.nextInt(4));
    }
    if (random.nextInt(3) == 0) {
      deletion.set("candidates", names(random, members + 1));
    }
    if (random.nextInt(3) == 0) {
      deletion.putObject("zones").put("a", random.nextInt(4)).put("c", random.nextInt(3) - 1);
    }
    if (random.nextInt(4) == 0) {
      deletion.putObject("regions").put("north", random.nextInt(4)).put("south", "x");
    }
    return data;
  }

  /** Some of them may be there twice. */
  private static ArrayNode names(Random random, int members) {
    ArrayNode names = WireFormat.JSON.createArrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      names.add("web-" + (1 + random.nextInt(Math.max(1, members))));
    }
    return names;
  }

  private static List<List<String>> permutations(List<String> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<String>> all = new ArrayList<>();
    for (String first : of) {
      List<String> rest = new ArrayList<>(of);
      rest.remove(first);
      for (List<String> tail : permutations(rest)) {
        List<String> one = new ArrayList<>(List.of(first));
        one.addAll(tail);
        all.add(one);
      }
    }
    return all;
  }
}
