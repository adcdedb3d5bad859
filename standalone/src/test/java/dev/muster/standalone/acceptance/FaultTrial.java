package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One fault: actions before it, at it and after it, and what must be so when all have ended. */
final class FaultTrial {

  static final String CLUSTER = "prod";

  private static final Set<String> ENDS = Set.of("DONE", "FAILED", "CANCELLED", "LOST");
  private static final Duration WITHIN = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final long MOST_MILLIS_INTO_IT = 200;
  private static final int MOST_REQUESTS = 3;

  private final Installation muster;
  private final Fault fault;
  private final FaultyNode victim;
  private final FaultyNode other;
  private final Journal journal;
  private final Random random;

  /** The journal's line of each action, and its node. */
  private final Map<String, String> lines = new LinkedHashMap<>();

  private final Map<String, FaultyNode> places = new LinkedHashMap<>();

  FaultTrial(Installation muster, List<FaultyNode> nodes, Path folder, int seed) {
    this.muster = muster;
    this.fault = Fault.of(seed);
    this.random = new Random(seed);
    int at = random.nextInt(nodes.size());
    this.victim = nodes.get(at);
    this.other = nodes.get((at + 1) % nodes.size());
    this.journal = Journal.in(folder);
  }

  void play() {
    boolean isCut = fault.manner() != FaultyDoor.Manner.WELL;
    if (isCut) {
      String method = random.nextInt(4) == 0 ? "GET" : "POST";
      victim.door().next(fault.manner(), method, 1 + random.nextInt(MOST_REQUESTS));
    }
    start(victim, "before");
    start(victim, "behind");
    start(other, "beside");
    if (isCut) {
      await("the fault", () -> victim.door().struck() > 0);
    } else {
      await("a beginning", () -> journal.begun().contains(victim.id() + " before"));
    }
    pass(random.nextLong(MOST_MILLIS_INTO_IT));
    strike();
    start(victim, "after");
    lines.keySet().forEach(this::awaitEnd);
    lines.keySet().forEach(this::check);
    assertThat(journal.begun()).as("begun").doesNotHaveDuplicates();
    assertThat(journal.lines()).as("done").doesNotHaveDuplicates();
  }

  private void strike() {
    if (fault.killsWorker()) {
      muster.kill();
    }
    if (fault.killsAgent()) {
      victim.kill();
      if (fault.movesClock()) {
        victim.setClock(Duration.ofHours(random.nextInt(3) - 1L));
      }
      if (fault == Fault.STORE_WIPED) {
        victim.wipe();
      }
      victim.startAgain();
    }
    if (fault.killsWorker()) {
      muster.startAgain();
    }
  }

  private void start(FaultyNode node, String name) {
    ObjectNode body = Json.object().put("kind", "exec.command");
    body.putObject("args")
        .putArray("argv")
        .add("/bin/sh")
        .add("-c")
        .add(journal.script(name, node.id(), "sleep 0.1"));
    String id =
        Json.text(
            muster
                .api()
                .post(ApiPath.of("clusters", CLUSTER, "nodes", node.id(), "actions"), body)
                .json(),
            "id");
    lines.put(id, node.id() + " " + name);
    places.put(id, node);
  }

  private JsonNode shown(String id) {
    return muster.api().get(ApiPath.of("actions", id)).json();
  }

  private void awaitEnd(String id) {
    await("the end of " + lines.get(id), () -> ENDS.contains(Json.text(shown(id), "state")));
  }

  /** What Muster says, what the agent says and what was really done are one and the same. */
  private void check(String id) {
    JsonNode ours = shown(id);
    String state = Json.text(ours, "state");
    String line = Optional.ofNullable(lines.get(id)).orElseThrow();
    FaultyNode node = Optional.ofNullable(places.get(id)).orElseThrow();
    requireExplained(ours, state);
    if (state.equals("LOST")) {
      assertThat(fault).as("%s is LOST: %s", line, ours).isEqualTo(Fault.STORE_WIPED);
      assertThat(node).isSameAs(victim);
      return;
    }
    assertThat(state).as("%s: %s", line, ours).isEqualTo("DONE");
    if (fault != Fault.STORE_WIPED || node != victim) {
      // Else it may have been done and told before the store was wiped.
      assertThat(Json.text(node.action(id), "state")).as(node.shown(id)).isEqualTo("DONE");
    }
    assertThat(journal.begun()).contains(line);
    assertThat(journal.lines()).contains(line);
  }

  private static void requireExplained(JsonNode action, String state) {
    List<String> path = new ArrayList<>();
    String at = "";
    for (JsonNode step : Json.items(action, "transitions")) {
      assertThat(Json.text(step, "from")).as("history %s", action).isEqualTo(at);
      at = Json.text(step, "to");
      path.add(at);
    }
    assertThat(at).as("history %s of %s", path, action).isEqualTo(state);
  }

  private static void await(String what, Callable<Boolean> until) {
    Awaitility.await(what)
        .atMost(Slack.on(WITHIN))
        .pollInterval(POLL)
        .ignoreExceptions()
        .until(until);
  }

  private static void pass(long millis) {
    Awaitility.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
  }
}
