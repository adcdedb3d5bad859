package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.HostedMembers.MemberProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An action that changes members, something that is killed meanwhile, and what must be so in the
 * end.
 */
final class MembersTrial {

  static final String CLUSTER = "prod";

  private static final Duration WITHIN = Duration.ofMinutes(3);
  private static final int MOST_MILLIS_INTO_IT = 1_000;
  private static final int MOST_MEMBERS = 4;
  private static final int RECOVERIES = 4;
  private static final int DICE = 1_000;

  private final Installation muster;
  private final HostedMembers hosted;
  private int inTheMiddle;

  /** What is killed. */
  private enum Victim {
    PROVIDER,
    MEMBERS_AGENT,
    MEMBERS_SERVICE,
    MUSTER,
    PROVIDER_AND_SERVICE,
    MEMBERS_AGENT_AND_SERVICE,
    MUSTER_AND_PROVIDER
  }

  MembersTrial(Installation muster, HostedMembers hosted) {
    this.muster = muster;
    this.hosted = hosted;
  }

  /** Makes the members with which it begins. */
  void begin() throws IOException {
    String create =
        post("cluster.create", "{\"profile\": \"sleepers\", \"minSize\": 1, \"desired\": 2}");
    JsonNode made = awaitEnd(create);
    assertThat(Json.text(made, "state")).as(made.toString()).isEqualTo("DONE");
    agree();
  }

  /** How many faults came while what they were to disturb was under way. */
  int inTheMiddle() {
    return inTheMiddle;
  }

  /** One fault; what was struck at what. */
  String play(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Victim victim = Victim.values()[seed % Victim.values().length];
    String kind = begins(random);
    String action = post(kind, args(kind, random));
    pass(random.nextInt(MOST_MILLIS_INTO_IT));
    inTheMiddle += shown(action).has("finishedAt") ? 0 : 1;
    strike(victim, random);
    requireExplained(awaitEnd(action));
    mend();
    agree();
    return victim + " " + kind;
  }

  /** What is asked for; what is to be recovered is broken first. */
  private String begins(SplittableRandom random) throws IOException {
    int members = members().size();
    int choice = random.nextInt(4);
    if (choice == 0) {
      killOne(random, "service");
      return "cluster.recover";
    }
    if (choice == 1) {
      return "cluster.replace-nodes";
    }
    boolean grows = members < 2 || (members < MOST_MEMBERS && choice == 2);
    return grows ? "cluster.scale-out" : "cluster.scale-in";
  }

  private String args(String kind, SplittableRandom random) {
    return switch (kind) {
      case "cluster.recover" -> "{\"check\": true, \"operation\": \"REBUILD\"}";
      case "cluster.replace-nodes" -> {
        List<String> names = List.copyOf(members().keySet());
        yield "{\"members\": [\"%s\"]}".formatted(names.get(random.nextInt(names.size())));
      }
      case "cluster.scale-out" -> "{\"count\": %d}".formatted(1 + random.nextInt(2));
      default -> "{}";
    };
  }

  private void strike(Victim victim, SplittableRandom random) throws IOException {
    switch (victim) {
      case PROVIDER -> {
        muster.killAgent("p1");
        muster.startAgent("p1");
      }
      case MEMBERS_AGENT -> killOne(random, "agent");
      case MEMBERS_SERVICE -> killOne(random, "service");
      case MUSTER -> {
        muster.processes().killSome(random.nextInt(DICE));
        muster.startAgain();
      }
      case PROVIDER_AND_SERVICE -> {
        muster.killAgent("p1");
        killOne(random, "service");
        muster.startAgent("p1");
      }
      case MEMBERS_AGENT_AND_SERVICE -> {
        killOne(random, "agent");
        killOne(random, "service");
      }
      case MUSTER_AND_PROVIDER -> {
        muster.killAgent("p1");
        muster.processes().killSome(random.nextInt(DICE));
        muster.startAgent("p1");
        muster.startAgain();
      }
    }
  }

  private void killOne(SplittableRandom random, String part) throws IOException {
    List<MemberProcess> victims =
        hosted.processes().stream().filter(one -> one.part().equalsIgnoreCase(part)).toList();
    if (!victims.isEmpty()) {
      HostedMembers.kill(victims.get(random.nextInt(victims.size())).process());
    }
  }

  /** What was struck is made well again by Muster alone, and the number is as it was wanted. */
  private void mend() {
    for (int i = 0; i < RECOVERIES; i++) {
      JsonNode recovered =
          awaitEnd(post("cluster.recover", "{\"check\": true, \"operation\": \"RECREATE\"}"));
      requireExplained(recovered);
      if (Json.text(recovered, "state").equals("DONE")) {
        break;
      }
    }
    int desired = Json.number(sizes(), "desired");
    if (members().size() != desired) {
      JsonNode resized =
          awaitEnd(
              post(
                  "cluster.resize",
                  "{\"adjustmentType\": \"EXACT_CAPACITY\", \"number\": %d}".formatted(desired)));
      assertThat(Json.text(resized, "state")).as(resized.toString()).isEqualTo("DONE");
    }
  }

  /** Sizes, members, the provider's records and the processes of this host are one and the same. */
  private void agree() throws IOException {
    Map<String, JsonNode> members = members();
    assertThat(members.values())
        .as("members")
        .allMatch(one -> Json.text(one, "state").equals("ACTIVE"))
        .hasSize(Json.number(sizes(), "desired"));
    assertThat(hosted.recorded()).as("the provider's records").isEqualTo(members.keySet());
    Map<String, List<String>> processes = new TreeMap<>();
    for (MemberProcess one : hosted.processes()) {
      processes.computeIfAbsent(one.member(), any -> new ArrayList<>()).add(one.part());
    }
    processes.values().forEach(parts -> parts.sort(Comparator.naturalOrder()));
    assertThat(processes.keySet()).as("processes").isEqualTo(members.keySet());
    assertThat(processes.values())
        .as("one agent and one service each: %s", processes)
        .allMatch(parts -> parts.toString().equalsIgnoreCase("[agent, service]"));
    TreeSet<String> nodes = new TreeSet<>(members.keySet());
    nodes.add("p1");
    assertThat(Json.items(muster.api().get(cluster("nodes")).json(), "items"))
        .extracting(node -> Json.text(node, "id"))
        .as("nodes")
        .containsExactlyInAnyOrderElementsOf(nodes);
  }

  /** All are deleted, and nothing is left. */
  void end() throws IOException {
    JsonNode deleted = awaitEnd(post("cluster.delete", "{}"));
    assertThat(Json.text(deleted, "state")).as(deleted.toString()).isEqualTo("DONE");
    assertThat(members()).isEmpty();
    assertThat(hosted.recorded()).isEmpty();
    assertThat(hosted.processes()).isEmpty();
  }

  /** It and everything that it derived has ended, and what did not go well says why. */
  private void requireExplained(JsonNode action) {
    List<JsonNode> family = new ArrayList<>();
    family.add(action);
    for (JsonNode child :
        Json.items(
            muster.api().get(ApiPath.of("actions").with("parent", Json.text(action, "id"))).json(),
            "items")) {
      family.add(shown(Json.text(child, "id")));
    }
    for (JsonNode one : family) {
      String at = "";
      String why = "";
      for (JsonNode step : Json.items(one, "transitions")) {
        assertThat(Json.text(step, "from")).as("history %s", one).isEqualTo(at);
        at = Json.text(step, "to");
        why = Json.text(step, "why");
      }
      assertThat(one.has("finishedAt")).as("it has ended: %s", one).isTrue();
      assertThat(at).as("its history: %s", one).isEqualTo(Json.text(one, "state"));
      if (!at.equals("DONE")) {
        assertThat(why + Json.text(one.path("error"), "message")).as(one.toString()).isNotBlank();
      }
    }
  }

  private Map<String, JsonNode> members() {
    Map<String, JsonNode> members = new TreeMap<>();
    for (JsonNode member : Json.items(muster.api().get(cluster("members")).json(), "items")) {
      members.put(Json.text(member, "node"), member);
    }
    return members;
  }

  private JsonNode sizes() {
    return muster.api().get(cluster("sizes")).json();
  }

  private static ApiPath cluster(String what) {
    return ApiPath.of("clusters", CLUSTER, what);
  }

  private String post(String kind, String args) {
    ObjectNode body = Json.object().put("kind", kind);
    body.set("args", Json.parse(args));
    return Json.text(muster.api().post(cluster("actions"), body).json(), "id");
  }

  private JsonNode shown(String id) {
    return muster.api().get(ApiPath.of("actions", id)).json();
  }

  private JsonNode awaitEnd(String id) {
    return Awaitility.await("action %s is over".formatted(id))
        .atMost(Slack.on(WITHIN))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> shown(id), action -> action.has("finishedAt"));
  }

  private static void pass(long millis) {
    Awaitility.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
  }
}
