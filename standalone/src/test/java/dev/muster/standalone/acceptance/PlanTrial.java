package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One plan, what goes wrong with it, and what watchers see of it until its end. */
final class PlanTrial {

  static final String CLUSTER = "prod";
  static final String PLAN = "autopilot";
  static final List<String> NODES = List.of("controller0", "controller1", "worker0", "worker1");

  private static final Duration WITHIN = Duration.ofMinutes(3);
  private static final int MOST_MILLIS_INTO_IT = 1_500;
  private static final int DICE = 1_000;

  private final Installation muster;
  private final K0sFleet fleet;
  private final PlanWatch watch;
  private final WatchedDiagram diagram = new WatchedDiagram();
  private int inTheMiddle;

  PlanTrial(Installation muster, K0sFleet fleet, PlanWatch watch) {
    this.muster = muster;
    this.fleet = fleet;
    this.watch = watch;
  }

  /** How many faults came while the plan was under way. */
  int inTheMiddle() {
    return inTheMiddle;
  }

  /** Plays one; the states that its watcher saw. */
  List<String> play(int seed) throws Exception {
    PlanFault fault = PlanFault.of(seed);
    SplittableRandom random = new SplittableRandom(seed);
    String version = fleet.nextVersion();
    fleet.apply(fleet.plan(PLAN, commands(fault, version, random)));
    String uid = Json.text(fleet.shown(PLAN), "uid");
    if (fault.strikes()) {
      // Who has something to do is not removed: workers have nothing while controllers are done.
      pass(fault == PlanFault.NODE_VANISHES ? 0 : random.nextInt(MOST_MILLIS_INTO_IT));
      inTheMiddle += WatchedDiagram.isEnd(Json.text(fleet.shown(PLAN), "state")) ? 0 : 1;
      strike(fault, random);
    }
    Awaitility.await("the end of plan %d, %s".formatted(seed, fault))
        .atMost(Slack.on(WITHIN))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> look() && diagram.statesOf(uid).stream().anyMatch(WatchedDiagram::isEnd));
    List<String> states = diagram.statesOf(uid);
    assertThat(states.getFirst()).isEqualTo("SchedulableWait");
    if (fault == PlanFault.NODE_VANISHES) {
      assertThat(states).as("%s", fleet.shown(PLAN)).endsWith("IncompleteTargets");
    }
    if (!fault.mayFail()) {
      assertThat(states).as("%s: %s", fault, fleet.shown(PLAN)).endsWith("Completed");
      assertThat(fleet.running().values()).containsOnly(version);
    }
    fleet.clear();
    return states;
  }

  /** Checks every event that has come. */
  private boolean look() {
    for (JsonNode event : watch.take()) {
      assertThat(Json.text(event, "type")).as(event.toString()).isNotEqualTo("ERROR");
      if (!Json.text(event, "type").equals("DELETED")) {
        diagram.see(event.path("object"));
      }
    }
    return true;
  }

  private String[] commands(PlanFault fault, String version, SplittableRandom random) {
    String programs =
        switch (fault) {
          case WRONG_HASH -> fleet.files().programsWithAWrongHash(version);
          case NO_SERVER -> fleet.files().programs(version).replaceAll(":[0-9]+/", ":9/");
          default -> fleet.files().programs(version);
        };
    String workers =
        "workers: {discovery: {selector: {}}, limits: {concurrent: %d}}"
            .formatted(1 + random.nextInt(2));
    String update =
        fleet.update(version, programs, "controllers: {discovery: {selector: {}}}, " + workers);
    return fault == PlanFault.NODE_VANISHES || random.nextBoolean()
        ? new String[] {update}
        : new String[] {fleet.airgap(version, K0sFleet.named("worker0", "worker1")), update};
  }

  private void strike(PlanFault fault, SplittableRandom random) {
    String node = NODES.get(random.nextInt(NODES.size()));
    switch (fault) {
      case AGENT_KILLED -> {
        muster.killAgent(node);
        muster.startAgent(node);
      }
      case MUSTER_KILLED -> {
        muster.processes().killSome(random.nextInt(DICE));
        muster.startAgain();
      }
      case AGENT_AND_MUSTER_KILLED -> {
        muster.killAgent(node);
        muster.processes().killSome(random.nextInt(DICE));
        muster.startAgent(node);
        muster.startAgain();
      }
      case PAUSED -> {
        if (tried("pause")) {
          pass(random.nextInt(MOST_MILLIS_INTO_IT));
          tried("resume");
        }
      }
      case NODE_VANISHES -> vanish("worker" + random.nextInt(2));
      case NOTHING, WRONG_HASH, NO_SERVER -> {}
    }
  }

  /** It may be over in that moment. */
  private boolean tried(String verb) {
    try {
      muster.said("k0s", verb, "--cluster", CLUSTER);
      return true;
    } catch (AssertionError over) {
      assertThat(over).hasMessageContaining("over");
      return false;
    }
  }

  /** Removed, and registered again once the plan is over. */
  private void vanish(String id) {
    ApiPath path = ApiPath.of("clusters", CLUSTER, "nodes", id);
    JsonNode node = muster.api().get(path).json();
    muster.api().delete(path);
    Awaitility.await("the end without " + id)
        .atMost(Slack.on(WITHIN))
        .until(() ->
            look()
                && Optional.of(fleet.shown(PLAN))
                    .filter(it -> WatchedDiagram.isEnd(Json.text(it, "state")))
                    .isPresent());
    ObjectNode again =
        Json.object()
            .put("id", id)
            .put("agent", Json.text(node, "agent"))
            .put("role", Json.text(node, "role"));
    again.set("labels", node.path("labels"));
    muster.api().post(ApiPath.of("clusters", CLUSTER, "nodes"), again);
    muster.awaitUp(CLUSTER, NODES.size());
  }

  private static void pass(long millis) {
    Awaitility.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
  }
}
