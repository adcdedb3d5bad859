package dev.muster.standalone.signals;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.standalone.acceptance.Installation;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A cluster with one agent, and the situations that the document's commands are about. */
final class Stage {

  static final String CLUSTER = "prod";
  static final String NODE = "n1";

  private static final Duration SOON = Duration.ofSeconds(60);

  private static final String PLAYBOOKS =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: %s}
      stages:
        - name: rest
          targets: {select: ""}
          %s
          steps:
            - {name: work, action: exec.command, args: {argv: [sleep, "%s"]}, timeout: 60s}
      """;

  private final Installation muster;
  private final Set<String> runs = new HashSet<>();

  Stage(Installation muster) {
    this.muster = muster;
    // What starts before the engine knows the attributes is not found by them.
    await(
        "search attributes",
        () ->
            muster
                .api()
                .get(ApiPath.of("info"))
                .json()
                .path("temporal")
                .path("searchAttributes")
                .asString("")
                .equals("registered"));
    muster.addCluster(CLUSTER);
    muster.addAgent(CLUSTER, NODE);
    muster.apply(PLAYBOOKS.formatted("gated", "approval: {required: 1, timeout: 24h}", "0.1"));
    muster.apply(PLAYBOOKS.formatted("slow", "concurrency: 1", "2"));
  }

  String runThatWaitsForApproval() {
    String run = start("gated");
    awaitState(run, "PendingApprove");
    return run;
  }

  String runThatRuns() {
    String run = start("slow");
    await("run " + run + " is in hand", () -> state(run).startsWith("Schedulable"));
    return run;
  }

  String runThatIsPaused() {
    String run = runThatRuns();
    muster.api().post(ApiPath.of("runs", run, "pause"), Json.object());
    awaitState(run, "Paused");
    return run;
  }

  String actionThatWaitsForApproval() {
    return Json.text(
        muster
            .api()
            .post(
                ApiPath.of("clusters", CLUSTER, "nodes", NODE, "actions"),
                Json.object().put("kind", "test.ping").put("approve", "required"))
            .json(),
        "id");
  }

  /** Gives up what is still open, so that the next command finds the node free. */
  void clear() {
    for (String run : runs) {
      if (!muster.run(run).has("finishedAt")) {
        try {
          muster.api().post(ApiPath.of("runs", run, "cancel"), Json.object());
        } catch (ApiFailure over) {
          // It ended meanwhile.
        }
      }
    }
    runs.clear();
  }

  String state(String run) {
    return Json.text(muster.run(run), "state");
  }

  String actionState(String action) {
    return Json.text(muster.api().get(ApiPath.of("actions", action)).json(), "state");
  }

  int pings() {
    return items(ApiPath.of("actions").with("kind", "test.ping").with("limit", "500")).size();
  }

  JsonNode settings() {
    return muster.api().get(ApiPath.of("clusters", CLUSTER)).json().path("settings");
  }

  /** The newest cycle that a nudge has caused. */
  String newestNudged() {
    return items(ApiPath.of("clusters", CLUSTER, "cycles")).stream()
        .filter(cycle -> Json.text(cycle, "trigger").equals("NUDGE"))
        .map(cycle -> cycle.path("epoch") + "/" + cycle.path("cycle"))
        .findFirst()
        .orElse("none");
  }

  /** Why signals were ignored, newest first. */
  List<String> ignored() {
    return items(ApiPath.of("audit").with("cluster", CLUSTER)).stream()
        .filter(entry -> Json.text(entry, "what").equals("signal.ignored"))
        .map(entry -> entry.path("actor").asString() + " " + entry.path("detail"))
        .toList();
  }

  void awaitState(String run, String state) {
    await("run " + run + " is " + state, () -> state(run).equals(state));
  }

  void await(String what, BooleanSupplier holds) {
    Awaitility.await(what)
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(holds::getAsBoolean);
  }

  private String start(String playbook) {
    String run = muster.startRun(CLUSTER, playbook);
    runs.add(run);
    return run;
  }

  private List<JsonNode> items(ApiPath path) {
    return Json.items(muster.api().get(path).json(), "items");
  }
}
