package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.MusterCli;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import dev.muster.workflows.contract.Ids;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * A workflow that runs, says the engine, and does nothing ({@link EngineDoor#stall}): nobody but
 * the watchdog starts it again, and until then everybody says what stands still and why.
 */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class StallIT {

  private static final String CLUSTER = "prod";

  /** Until something that does not move counts as standing still. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** From then on: three seconds in which it is looked at, and its new start. */
  private static final Duration MENDED_WITHIN = Slack.on(Duration.ofSeconds(15));

  /** A stage that only the run's own workflow can ask for; what follows a step a cycle does. */
  private static final String ASKS =
      """
        - {name: asks, approval: {required: 1}, targets: {nodes: [n1]}, steps: [{name: say, action: test.success}]}
      """;

  private static final SharedMuster SHARED = new SharedMuster();

  private final TestedEngine engine;
  private final Journal journal = Journal.in(SHARED.folder());
  private final HttpClient http = HttpClient.newHttpClient();

  StallIT(TestedEngine engine) {
    this.engine = engine;
  }

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    Installation muster = SHARED.start(engine, CLUSTER);
    muster.addAgent(CLUSTER, "n1");
    muster.awaitUp(CLUSTER, 1);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    SHARED.stop();
  }

  @Test
  void aClusterWithWorkWhoseLoopShowsNoLifeIsSeenShownCountedAndStartedAgain() throws Exception {
    muster().apply(playbook(journal.step("one", "0")));
    Before before = new Before();
    stall(Ids.orchestration(new ClusterName(CLUSTER)));
    String run = muster().startRun(CLUSTER, "short");

    awaitCounted();
    String shown = "cluster prod stands still since ";
    String why = ": actions wait, and no cycle has looked at them; a worker starts it again";
    assertThat(stallOfCluster()).startsWith(shown).endsWith(why);
    assertThat(stallOf(run)).startsWith(shown).endsWith(why);
    expectDegraded("cluster prod", why);
    assertThat(said("cluster", "show", CLUSTER)).contains("stands still", shown, why);
    assertThat(said("run", "show", run)).contains(shown, why);
    assertThat(journal.begun()).as("what was done without a loop").isEmpty();

    expectMended(run, before);
    assertThat(newestEpoch()).isGreaterThan(before.epoch);
  }

  @Test
  void aRunThatIsNotAdvancedWhenItShouldIsSeenShownCountedAndStartedAgain() throws Exception {
    muster().apply(playbook(journal.heldStep("one")) + ASKS);
    String run = muster().startRun(CLUSTER, "short");
    Awaitility.await("the step has begun")
        .atMost(Duration.ofMinutes(1))
        .until(() -> journal.begun().size() == 1);
    Before before = new Before();
    stall(Ids.playbook(RunId.parse(run)));
    journal.letGo("n1");

    awaitCounted();
    String why = ": it is not being advanced; a worker starts it again";
    assertThat(stallOf(run)).startsWith("the run stands still since ").endsWith(why);
    expectDegraded("run " + run, why);
    assertThat(said("run", "show", run)).contains("the run stands still since ", why);
    assertThat(stallOfCluster()).as("its cluster's loop").isEmpty();

    muster().awaitRun(run, MENDED_WITHIN, StallIT::waitsForApproval);
    try (MusterApi other = muster().apiAs("another")) {
      other.post(ApiPath.of("runs", run, "approve"), Json.object());
    }
    expectMended(run, before);
    assertThat(journal.lines()).containsExactly("n1 one");
  }

  private static boolean waitsForApproval(JsonNode run) {
    return Json.text(run, "state").equals("PendingApprove");
  }

  /** What was, before something stood still. */
  private static final class Before {
    private final long epoch = newestEpoch();
    private final double remedied = muster().metric("muster_stalls_remedied_total");
    private final double replaced = muster().metric("muster_engine_replacements_total");
    private final Instant at = Instant.now();
  }

  private static String playbook(String step) {
    return """
    apiVersion: muster/v1
    kind: Playbook
    metadata: {name: short}
    stages:
      - {name: all, targets: {nodes: [n1]}, steps: [%s]}
    """
        .formatted(step);
  }

  private static void stall(String workflow) {
    assertThat(muster().metric("muster_stalls")).isZero();
    muster().processes().engine().stall(workflow);
  }

  private static void awaitCounted() {
    Awaitility.await("muster_stalls is 1")
        .atMost(Slack.on(PATIENCE.plusSeconds(10)))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> muster().metric("muster_stalls") == 1);
  }

  /** The run ends in time, and what stood still was started again once, as this engine does it. */
  private void expectMended(String run, Before before) throws Exception {
    JsonNode ended = muster().awaitEnd(run);
    assertThat(Json.text(ended, "state")).isEqualTo("Completed");
    assertThat(Json.time(ended, "finishedAt").orElseThrow())
        .isBetween(before.at.plus(PATIENCE), before.at.plus(PATIENCE).plus(MENDED_WITHIN));
    Awaitility.await("all is well again")
        .atMost(MENDED_WITHIN)
        .until(() -> muster().metric("muster_stalls") == 0);
    assertThat(muster().metric("muster_stalls_remedied_total") - before.remedied).isOne();
    assertThat(muster().metric("muster_engine_replacements_total") - before.replaced)
        .isEqualTo(engine == TestedEngine.EMBEDDED ? 1 : 0);
    assertThat(stallOfCluster()).isEmpty();
    assertThat(Json.text(readiness(), "status")).isEqualTo("UP");
  }

  private void expectDegraded(String what, String why) throws Exception {
    JsonNode ready = readiness();
    assertThat(Json.text(ready, "status")).isEqualTo("DEGRADED");
    JsonNode loops = ready.at("/components/loops");
    assertThat(Json.text(loops, "status")).isEqualTo("DEGRADED");
    assertThat(loops.path("details").propertyNames()).containsExactly(what);
    assertThat(Json.text(loops.path("details"), what))
        .startsWith("stands still since ")
        .endsWith(why);
  }

  private JsonNode readiness() throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(muster().url() + "/actuator/health/readiness"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parse(answer.body());
  }

  private static String stallOfCluster() {
    return Json.text(muster().api().get(ApiPath.of("clusters", CLUSTER)).json(), "stall");
  }

  private static String stallOf(String run) {
    return Json.text(muster().run(run), "stall");
  }

  private static long newestEpoch() {
    ApiPath newest = ApiPath.of("clusters", CLUSTER, "cycles").with("limit", "1");
    return Json.items(muster().api().get(newest).json(), "items").getFirst().path("epoch").asLong();
  }

  /** What the {@code muster} command prints. */
  private static String said(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] command = new String[words.length + 2];
    System.arraycopy(words, 0, command, 0, words.length);
    command[words.length] = "--server";
    command[words.length + 1] = muster().url();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(MusterCli.run(command, stream, stream)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Installation muster() {
    return SHARED.get();
  }
}
