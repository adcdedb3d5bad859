package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A fleet in one cluster, half of it agents of Replicante's SDK, all of them processes. */
@Tag("deep")
final class FleetIT {

  private static final String CLUSTER = "prod";
  private static final int OF_EACH = 20;
  private static final int KILLS_OF_EACH = 5;
  private static final int TURNS = 2;
  private static final long SEED = 20_261_123;
  private static final List<String> STEPS = List.of("drain", "change", "check");
  private static final Duration RUNNING_WITHIN = Slack.on(Duration.ofMinutes(1));

  private final Map<String, SdkNode> others = new LinkedHashMap<>();
  private final Map<String, String> own = new LinkedHashMap<>();
  private final Random random = new Random(SEED);

  @Test
  void twoRollingPlaybooksDoEveryStepOnceAndInOrderThoughAgentsAreKilled(@TempDir Path folder) {
    Journal journal = Journal.in(folder);
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster(CLUSTER);
      addNodes(muster, folder);
      muster.apply(playbook("others", others.keySet(), STEPS.stream().map(FleetIT::loop).toList()));
      muster.apply(
          playbook(
              "own", own.keySet(), STEPS.stream().map(name -> journal.step(name, "2")).toList()));
      String ofOthers = muster.startRun(CLUSTER, "others");
      String ofOwn = muster.startRun(CLUSTER, "own");

      for (int kill = 0; kill < KILLS_OF_EACH; kill++) {
        killOneInTheMiddle(muster, ofOwn);
        killOneInTheMiddle(muster, ofOthers);
      }

      for (String run : List.of(ofOthers, ofOwn)) {
        JsonNode ended = muster.awaitEnd(run);
        assertThat(Json.text(ended, "state")).as(ended.toString()).isEqualTo("Completed");
      }
      others.forEach((node, agent) ->
          agent.requireOnceInOrder(muster.actions(CLUSTER, ofOthers, node), STEPS, TURNS));
      assertThat(journal.begun()).hasSize(OF_EACH * STEPS.size()).doesNotHaveDuplicates();
      own.forEach((node, url) ->
          requireOnceInOrder(muster.actions(CLUSTER, ofOwn, node), node, url, journal));
    } finally {
      others.values().forEach(SdkNode::close);
    }
  }

  private void addNodes(Installation muster, Path folder) {
    for (int index = 1; index <= OF_EACH; index++) {
      own.put("own-" + index, muster.beginAgent("own-" + index, List.of()));
      others.put("sdk-" + index, SdkNode.start(folder, "sdk-" + index));
    }
    own.forEach((node, url) -> muster.addNode(CLUSTER, node, url));
    others.forEach((node, agent) ->
        muster
            .api()
            .post(
                ApiPath.of("clusters", CLUSTER, "nodes"),
                Json.object()
                    .put("id", node)
                    .put("agent", agent.url())
                    .put("protocol", "replicante/v0")));
    muster.awaitUp(CLUSTER, 2 * OF_EACH);
  }

  /** One that executes something of the run at this moment; it is away for up to a second. */
  private void killOneInTheMiddle(Installation muster, String run) {
    ApiPath running = ApiPath.of("actions").with("run", run).with("state", "RUNNING");
    List<JsonNode> executed = new ArrayList<>();
    Awaitility.await("an action that is RUNNING")
        .atMost(RUNNING_WITHIN)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> executed.addAll(Json.items(muster.api().get(running).json(), "items")));
    String node = Json.text(executed.get(random.nextInt(executed.size())), "node");
    Optional<SdkNode> other = Optional.ofNullable(others.get(node));
    other.ifPresentOrElse(SdkNode::kill, () -> muster.killAgent(node));
    Awaitility.await().pollDelay(Duration.ofMillis(random.nextLong(1_000))).until(() -> true);
    other.ifPresentOrElse(SdkNode::startAgain, () -> muster.startAgent(node));
  }

  /** What Muster says, what the agent says and what was really done. */
  private static void requireOnceInOrder(
      List<JsonNode> ours, String node, String url, Journal journal) {
    assertThat(ours)
        .extracting(action -> Json.text(action, "step") + " " + Json.text(action, "state"))
        .containsExactlyElementsOf(STEPS.stream().map(step -> step + " DONE").toList());
    assertThat(journal.lines().stream().filter(line -> line.startsWith(node + " ")))
        .containsExactlyElementsOf(STEPS.stream().map(step -> node + " " + step).toList());
    try (MusterApi agent = new MusterApi(URI.create(url), "tester")) {
      List<String> onAgent =
          Json.items(agent.get(ApiPath.of("actions").with("since", "0")).json(), "actions").stream()
              .map(action -> Json.text(action, "id") + " " + Json.text(action, "state"))
              .toList();
      assertThat(onAgent)
          .containsExactlyInAnyOrderElementsOf(
              ours.stream().map(action -> Json.text(action, "id") + " DONE").toList());
    }
  }

  private static String loop(String name) {
    return "{name: %s, action: agent.replicante.io/test.loop, args: {target: %d}}"
        .formatted(name, TURNS);
  }

  private static String playbook(String name, Iterable<String> nodes, List<String> steps) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: %s}
    stages:
      - name: rolling
        targets: {nodes: [%s]}
        concurrency: 3
        steps:
          - %s
    """
        .formatted(name, String.join(", ", nodes), String.join("\n      - ", steps));
  }
}
