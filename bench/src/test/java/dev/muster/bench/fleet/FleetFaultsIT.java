package dev.muster.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.bench.process.FleetProcess;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.Installation;
import dev.muster.standalone.acceptance.Slack;
import dev.muster.standalone.acceptance.TestedEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Faults by the hundred over a simulated fleet: requests that get lost before and after the agent
 * did what they ask, requests that arrive twice, clocks that are off by an hour, and Muster killed
 * with -9 in the middle. The seed is {@code -Dmuster.faults.seed}.
 */
@Tag("deep")
final class FleetFaultsIT {

  private static final String CLUSTER = "prod";
  private static final int NODES = 200;
  private static final int PERCENT = 20;
  private static final int LEAST_FAULTS = 200;
  private static final int KILLS = 3;
  private static final long SEED = Long.getLong("muster.faults.seed", 20_261_123);
  private static final List<String> STEPS = List.of("drain", "change", "check");
  private static final Duration RUN_AT_MOST = Slack.on(Duration.ofMinutes(2));

  @Test
  void everyStepIsDoneOnceAndInOrderWhateverGetsLost(@TempDir Path folder) {
    try (FleetProcess fleet = FleetProcess.faulty(NODES, Duration.ofMillis(20), SEED, PERCENT);
        Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster(CLUSTER);
      muster.addNodes(CLUSTER, fleet.urls());
      muster.apply(playbook());
      fleet.letFaultsBegin();
      String run = muster.startRun(CLUSTER, "rolling");
      for (int kill = 1; kill <= KILLS; kill++) {
        int done = kill * NODES * STEPS.size() / (KILLS + 2);
        Awaitility.await("%d steps done".formatted(done))
            .atMost(RUN_AT_MOST)
            .until(() -> fleet.journal().size() >= done);
        assertThat(muster.run(run).has("finishedAt")).as("the run at kill %d", kill).isFalse();
        muster.kill();
        muster.startAgain();
      }
      JsonNode ended = muster.awaitRun(run, RUN_AT_MOST, seen -> seen.has("finishedAt"));

      assertThat(Json.text(ended, "state")).as(ended.toString()).isEqualTo("Completed");
      Map<String, List<String>> done = done(fleet);
      for (int index = 0; index < NODES; index++) {
        String node = FleetServer.nodeId(index);
        assertThat(done.get(node)).as("what %s did (seed %d)", node, SEED).isEqualTo(STEPS);
        assertThat(states(muster, run, node)).as("what Muster says of %s", node).isEqualTo(STEPS);
      }
      JsonNode faults = fleet.faults();
      System.out.println("faults of the fleet: " + faults);
      assertThat(faults.valueStream().mapToInt(JsonNode::asInt).sum())
          .as("faults: %s", faults)
          .isGreaterThanOrEqualTo(LEAST_FAULTS);
    }
  }

  /** Names of its steps in their order, if each is DONE; what they are if not. */
  private static List<String> states(Installation muster, String run, String node) {
    return muster.actions(CLUSTER, run, node).stream()
        .map(action ->
            Json.text(action, "state").equals("DONE")
                ? Json.text(action, "step")
                : action.toString())
        .toList();
  }

  /** What was really executed, by node. */
  private static Map<String, List<String>> done(FleetProcess fleet) {
    Map<String, List<String>> done = new LinkedHashMap<>();
    fleet
        .journal()
        .forEach(entry ->
            done.computeIfAbsent(Json.text(entry, "node"), node -> new ArrayList<>())
                .add(Json.text(entry, "step")));
    return done;
  }

  private static String playbook() {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: rolling}
    stages:
      - name: rolling
        targets: {select: ""}
        concurrency: 20
        steps:
          - {name: drain, action: test.success}
          - {name: change, action: test.success}
          - {name: check, action: test.success}
    """;
  }
}
