package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Single actions, what ends them, and a shipped drill, over agents and services that are real. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class ActionIT {

  private static final String CLUSTER = "prod";
  private static final String SCRIPTS = "n1";
  private static final String NO_SCRIPTS = "n2";
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final SharedMuster SHARED = new SharedMuster();

  private final Journal journal = Journal.in(SHARED.folder());

  ActionIT(@SuppressWarnings("unused") TestedEngine engine) {}

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    Installation muster = SHARED.start(engine, CLUSTER);
    muster.addAgent(CLUSTER, SCRIPTS, List.of("--allow-scripts"));
    muster.addAgent(CLUSTER, NO_SCRIPTS);
    muster.awaitUp(CLUSTER, 2);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    SHARED.stop();
  }

  @Test
  void anActionWaitsOnItsNodeUntilTheOneThatItDependsOnElsewhereIsDone() {
    String first = post("n1", shell(journal.heldScript("first", "n1")));
    ObjectNode body = shell(journal.script("second", "n2", "true"));
    body.putArray("dependsOn").add(first);
    String second = post("n2", body);
    awaitBegun("n1 first");
    muster().awaitCycle(CLUSTER);
    assertThat(state(second)).isEqualTo("WAITING");
    assertThat(journal.begun()).containsExactly("n1 first");
    journal.letGo("n1");
    awaitState(second, "DONE");
    assertThat(state(first)).isEqualTo("DONE");
    assertThat(journal.lines()).containsExactly("n1 first", "n2 second");
  }

  @Test
  void anActionWhoseDependencyFailedNeverBeginsAndNamesIt() {
    String first = post("n1", shell(journal.script("first", "n1", "exit 3")));
    ObjectNode body = shell(journal.script("second", "n2", "true"));
    body.putArray("dependsOn").add(first);
    String second = post("n2", body);
    JsonNode ended = awaitState(second, "CANCELLED");
    assertThat(Json.items(ended, "transitions").toString()).contains(first.substring(0, 8));
    assertThat(journal.begun()).containsExactly("n1 first");
  }

  @Test
  void anActionThatNeedsApprovalBeginsWhenSomebodyApprovedItAndNotEarlier() {
    String action = post("n1", toBeApproved(journal.script("asked", "n1", "true")));
    assertThat(state(action)).isEqualTo("PENDING_APPROVE");
    muster().awaitCycle(CLUSTER);
    assertThat(state(action)).isEqualTo("PENDING_APPROVE");
    assertThat(journal.begun()).isEmpty();
    JsonNode done;
    try (MusterApi ada = muster().apiAs("ada")) {
      ada.post(ApiPath.of("actions", action, "approve"), Json.object().put("why", "looks good"));
      done = awaitState(action, "DONE");
    }
    assertThat(Json.items(done, "transitions").toString()).contains("ada").contains("looks good");
    assertThat(journal.lines()).containsExactly("n1 asked");
  }

  @Test
  void anActionThatSomebodyRejectedNeverBegins() {
    String action = post("n1", toBeApproved(journal.script("asked", "n1", "true")));
    muster()
        .api()
        .post(ApiPath.of("actions", action, "reject"), Json.object().put("why", "not today"));
    awaitState(action, "CANCELLED");
    awaitState(post("n1", shell(journal.script("later", "n1", "true"))), "DONE");
    assertThat(journal.begun()).containsExactly("n1 later");
  }

  @Test
  void anActionThatIsCancelledLeavesNoProcessOnItsNode() throws IOException {
    Path pids = Files.createTempFile(SHARED.folder(), "pids", "");
    String action = post("n1", shell(endless(pids)));
    List<ProcessHandle> processes = awaitProcesses(pids);
    muster().api().post(ApiPath.of("actions", action, "cancel"), Json.object().put("why", "no"));
    awaitState(action, "CANCELLED");
    assertThat(processes).noneMatch(ActionIT::runs);
  }

  @Test
  void anActionThatIsSuspendedStandsStillWithItsProcessAndGoesOnWhenItIsResumed()
      throws IOException {
    Path beats = Files.createTempFile(SHARED.folder(), "beats", "");
    Path enough = SHARED.folder().resolve("enough");
    String action =
        post(
            "n1",
            shell("until test -e %s; do echo >> %s; sleep 0.05; done".formatted(enough, beats)));
    awaitState(action, "RUNNING");

    muster().api().post(ApiPath.of("actions", action, "suspend"), Json.object().put("why", "io"));
    JsonNode suspended = awaitState(action, "SUSPENDED");
    assertThat(Json.text(suspended.path("pause"), "signal")).isEqualTo("SUSPEND");
    assertThat(Json.text(suspended.path("pause"), "sentAt")).isNotEmpty();
    long stoodStillAt = Files.size(beats);
    Awaitility.await().during(Duration.ofSeconds(1)).until(() -> Files.size(beats) == stoodStillAt);

    muster().api().post(ApiPath.of("actions", action, "resume"), Json.object());
    awaitState(action, "RUNNING");
    Awaitility.await("it goes on").atMost(SOON).until(() -> Files.size(beats) > stoodStillAt);
    Files.createFile(enough);
    awaitState(action, "DONE");
  }

  @Test
  void aRunThatIsCancelledLeavesNoProcessOnItsNodes() throws IOException {
    Path pids = Files.createTempFile(SHARED.folder(), "pids", "");
    muster()
        .apply(
            """
            apiVersion: muster/v1
            kind: Playbook
            metadata: {name: endless}
            stages:
              - name: all
                targets: {nodes: [n2]}
                steps: [{name: run, action: exec.command, args: {argv: [/bin/sh, -c, '%s']}}]
            """
                .formatted(endless(pids)));
    String run = muster().startRun(CLUSTER, "endless");
    List<ProcessHandle> processes = awaitProcesses(pids);
    muster().api().post(ApiPath.of("runs", run, "cancel"), Json.object().put("why", "no"));
    assertThat(Json.text(muster().awaitEnd(run), "state")).isEqualTo("Cancelled");
    assertThat(processes).noneMatch(ActionIT::runs);
  }

  @Test
  void aScriptRunsByItsOwnInterpreterWithItsArgumentsWhereTheNodeAllowsScripts() {
    JsonNode done = awaitState(post(SCRIPTS, script()), "DONE");
    // Arrays are what a plain sh does not have.
    assertThat(Json.text(done.path("payload"), "stdout")).isEqualTo("2 two words");
    JsonNode refused = awaitState(post(NO_SCRIPTS, script()), "FAILED");
    assertThat(Json.text(refused, "error")).contains("exec.script");
  }

  @Test
  void killAndRecoverKillsTheServiceOfItsNodeAndBringsItBack() throws Exception {
    try (SampleNode drilled = SampleNode.start(muster(), CLUSTER, "n3", SHARED.folder())) {
      muster().awaitUp(CLUSTER, 3);
      ProcessHandle before = drilled.service().orElseThrow();
      ObjectNode params = Json.object().put("node", "n3").put("service", "web");
      params.put("settle", "1s").put("healthPort", drilled.port());
      drilled.killCommand().forEach(params.putArray("kill")::add);
      JsonNode ended = muster().awaitEnd(muster().startRun(CLUSTER, "kill-and-recover", params));
      assertThat(Json.text(ended, "state"))
          .as(Json.text(ended, "stateReason"))
          .isEqualTo("Completed");
      assertThat(runs(before)).isFalse();
      assertThat(drilled.service()).get().isNotEqualTo(before).matches(ProcessHandle::isAlive);
      assertThat(drilled.answers()).isTrue();
    }
  }

  /** What is dead, and nobody has waited for, counts as alive for Java. */
  private static boolean runs(ProcessHandle process) {
    Path stat = Path.of("/proc", String.valueOf(process.pid()), "stat");
    try {
      String fields = Files.readString(stat);
      return process.isAlive() && fields.charAt(fields.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException gone) {
      return process.isAlive();
    }
  }

  private static ObjectNode script() {
    ObjectNode body = Json.object().put("kind", "exec.script");
    ObjectNode args = body.putObject("args");
    args.put("script", "#!/bin/bash\nall=(\"$@\")\necho ${#all[@]} ${all[1]}\n");
    args.putArray("arguments").add("one").add("two words");
    return body;
  }

  private static ObjectNode shell(String script) {
    ObjectNode body = Json.object().put("kind", "exec.command");
    body.putObject("args").putArray("argv").add("/bin/sh").add("-c").add(script);
    return body;
  }

  private static ObjectNode toBeApproved(String script) {
    return shell(script).put("approve", "required");
  }

  /** A shell and a child of it, which write down who they are. */
  private static String endless(Path pids) {
    return "sleep 300 & echo $! $$ > %s; wait".formatted(pids);
  }

  private static List<ProcessHandle> awaitProcesses(Path pids) {
    return Awaitility.await("two processes")
        .atMost(SOON)
        .until(
            () ->
                List.of(Files.readString(pids).strip().split(" ", -1)).stream()
                    .filter(pid -> !pid.isEmpty())
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    .toList(),
            processes -> processes.size() == 2);
  }

  private static String post(String node, ObjectNode body) {
    return Json.text(
        muster().api().post(ApiPath.of("clusters", CLUSTER, "nodes", node, "actions"), body).json(),
        "id");
  }

  private static JsonNode action(String id) {
    return muster().api().get(ApiPath.of("actions", id)).json();
  }

  private static String state(String id) {
    return Json.text(action(id), "state");
  }

  private static JsonNode awaitState(String id, String state) {
    return Awaitility.await("action %s is %s".formatted(id, state))
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> action(id), seen -> Json.text(seen, "state").equals(state));
  }

  private void awaitBegun(String action) {
    Awaitility.await(action + " began").atMost(SOON).until(() -> journal.begun().contains(action));
  }

  private static Installation muster() {
    return SHARED.get();
  }
}
