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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** A cluster of Muster's own agents and of agents of Replicante's SDK. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class SdkIT {

  private static final List<String> OWN = List.of("own-1", "own-2");
  private static final List<String> OTHERS = List.of("sdk-1", "sdk-2", "sdk-3");
  private static final List<String> STEPS = List.of("drain", "change", "check");
  private static final int TURNS = 3;

  private final TestedEngine engine;

  SdkIT(TestedEngine engine) {
    this.engine = engine;
  }

  @Test
  void aRollingPlaybookGoesOverBothThoughAnAgentIsKilledAndEveryActionIsExecutedOnceInOrder(
      @TempDir Path folder) {
    Map<String, SdkNode> agents = new LinkedHashMap<>();
    try (Installation muster = new Installation(engine, folder)) {
      muster.addCluster("prod");
      OWN.forEach(node -> muster.addAgent("prod", node));
      for (String node : OTHERS) {
        SdkNode agent = SdkNode.start(folder, node);
        agents.put(node, agent);
        muster
            .api()
            .post(
                ApiPath.of("clusters", "prod", "nodes"),
                Json.object()
                    .put("id", node)
                    .put("agent", agent.url())
                    .put("protocol", "replicante/v0"));
      }
      muster.awaitUp("prod", OWN.size() + OTHERS.size());
      muster.apply(playbook());
      String run = muster.startRun("prod", "both");

      String victim = awaitRunning(muster, run);
      SdkNode killed = Optional.ofNullable(agents.get(victim)).orElseThrow();
      killed.kill();
      muster.awaitRun(run, Slack.on(Duration.ofMinutes(1)), seen -> isUnreachable(muster, victim));
      killed.startAgain();

      JsonNode ended = muster.awaitEnd(run);
      assertThat(Json.text(ended, "state")).as(ended.toString()).isEqualTo("Completed");
      agents.forEach((node, agent) ->
          agent.requireOnceInOrder(muster.actions("prod", run, node), STEPS, TURNS));
      OWN.forEach(node ->
          assertThat(muster.actions("prod", run, node))
              .extracting(action -> Json.text(action, "state"))
              .containsExactly("DONE", "DONE", "DONE"));
    } finally {
      agents.values().forEach(SdkNode::close);
    }
  }

  private static String awaitRunning(Installation muster, String run) {
    List<String> running = new ArrayList<>();
    Awaitility.await("an action that an agent of the SDK executes")
        .atMost(Slack.on(Duration.ofMinutes(2)))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> {
          OTHERS.stream()
              .filter(node ->
                  muster.actions("prod", run, node).stream()
                      .anyMatch(action -> Json.text(action, "state").equals("RUNNING")))
              .forEach(running::add);
          return !running.isEmpty();
        });
    return running.getFirst();
  }

  private static boolean isUnreachable(Installation muster, String node) {
    return Json.text(
            muster.api().get(ApiPath.of("clusters", "prod", "nodes", node)).json(), "status")
        .equals("UNREACHABLE");
  }

  private static String playbook() {
    String loop =
        "{action: agent.replicante.io/test.loop, args: {target: %d}, name: ".formatted(TURNS);
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: both}
    stages:
      - name: others
        targets: {nodes: [sdk-1, sdk-2, sdk-3]}
        concurrency: 2
        steps:
          - %sdrain}
          - %schange}
          - %scheck}
      - name: own
        targets: {nodes: [own-1, own-2]}
        steps:
          - {name: drain, action: test.success}
          - {name: change, action: test.success}
          - {name: check, action: test.success}
    """
        .formatted(loop, loop, loop);
  }
}
