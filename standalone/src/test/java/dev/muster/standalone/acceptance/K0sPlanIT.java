package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Plans of Autopilot, as they are, over agents that are processes and a stand-in for k0s that
 * really runs. Numbers are those of the cases in docs/conformance/autopilot.md.
 */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class K0sPlanIT {

  private static final String CLUSTER = "prod";
  private static final String PLAN = "autopilot";
  private static final List<String> USUAL_STATES =
      List.of("", "SchedulableWait", "Schedulable", "Completed");
  private static final Duration STAYS_FOR = Duration.ofSeconds(10);

  private static final SharedMuster SHARED = new SharedMuster();
  private static Optional<K0sFleet> fleet = Optional.empty();

  K0sPlanIT(@SuppressWarnings("unused") TestedEngine engine) {}

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws Exception {
    SHARED.start(engine, CLUSTER);
    fleet = Optional.of(K0sFleet.start(SHARED, CLUSTER, 3, 3));
  }

  @AfterParameterizedClassInvocation
  static void stop() throws Exception {
    if (fleet.isPresent()) {
      fleet.get().close();
    }
    SHARED.stop();
  }

  @AfterEach
  void clear() {
    fleet().clear();
  }

  /** Case 42. */
  @Test
  void whileOneControllerIsDownThePlanStaysSchedulableAndNobodyIsSignalled() throws Exception {
    String version = fleet().nextVersion();
    K0sBox down = fleet().box("controller2");
    down.stop();
    List<String> seen;
    try {
      fleet()
          .apply(
              fleet()
                  .plan(
                      PLAN,
                      fleet()
                          .update(
                              version,
                              K0sFleet.controllers("controller0", "controller1", "controller2"))));
      seen = new ArrayList<>(fleet().awaitState(PLAN, "Schedulable"));
      seen.addAll(staysSchedulable());
      assertThat(K0sFleet.why(fleet().shown(PLAN))).contains("controller2");
      assertThat(fleet().files().asked(K0sFiles.program(version))).isZero();
    } finally {
      down.start();
    }
    seen.addAll(fleet().awaitState(PLAN, "Completed"));
    assertThat(seen).isSubsetOf(USUAL_STATES);
    assertThat(K0sFleet.nodes(fleet().shown(PLAN)))
        .containsExactly(
            "controller0 SignalCompleted",
            "controller1 SignalCompleted",
            "controller2 SignalCompleted");
    assertThat(down.version()).isEqualTo(version);
  }

  private static List<String> staysSchedulable() {
    Instant end = Instant.now().plus(STAYS_FOR);
    return fleet()
        .await(
            PLAN,
            "nobody is signalled for as long",
            plan -> {
              assertThat(Json.text(plan, "state")).isEqualTo("Schedulable");
              assertThat(K0sFleet.nodes(plan)).allMatch(node -> node.endsWith("SignalPending"));
              return Instant.now().isAfter(end);
            });
  }

  /** Case 44. */
  @Test
  void imagesAreBroughtBeforeTheProgramIsUpdated() throws Exception {
    String version = fleet().nextVersion();
    fleet().files().hold(version);
    fleet()
        .apply(
            fleet()
                .plan(
                    PLAN,
                    fleet().airgap(version, K0sFleet.named("worker0")),
                    fleet()
                        .update(
                            version,
                            K0sFleet.controllers("controller0")
                                + ", "
                                + K0sFleet.workers("worker0"))));
    fleet().awaitNode(PLAN, "controller0", "SignalSent");
    assertThat(fleet().box("worker0").images())
        .as("while the program is not there yet")
        .containsEntry(K0sFiles.bundle(version), "images of " + K0sFiles.bundle(version));
    fleet().files().release(version);
    List<String> seen = fleet().awaitState(PLAN, "Completed");

    assertThat(seen).isSubsetOf(USUAL_STATES);
    JsonNode plan = fleet().shown(PLAN);
    assertThat(K0sFleet.nodes(plan))
        .containsExactly(
            "worker0 SignalCompleted", "controller0 SignalCompleted", "worker0 SignalCompleted");
    assertThat(Json.items(plan, "commands"))
        .extracting(command -> Json.text(command, "state"))
        .containsExactly("Completed", "Completed");
    assertThat(fleet().box("controller0").images()).doesNotContainKey(K0sFiles.bundle(version));
    assertThat(fleet().running()).containsEntry("worker0", version);
  }

  /** Case 46. */
  @Test
  void onlyNodesThatMatchBothLabelsAndNameAreUpdated() throws Exception {
    String version = fleet().nextVersion();
    Map<String, String> before = fleet().running();
    String selected =
        "%1$ss: {discovery: {selector: {labels: 'zone=a', fields: 'metadata.name=%1$s2'}}}";
    fleet()
        .apply(
            fleet()
                .plan(
                    PLAN,
                    fleet()
                        .update(
                            version,
                            selected.formatted("controller")
                                + ", "
                                + selected.formatted("worker"))));
    fleet().awaitState(PLAN, "Completed");

    assertThat(K0sFleet.nodes(fleet().shown(PLAN)))
        .containsExactly("controller2 SignalCompleted", "worker2 SignalCompleted");
    Map<String, String> wanted = new LinkedHashMap<>(before);
    wanted.put("controller2", version);
    wanted.put("worker2", version);
    assertThat(fleet().running()).isEqualTo(wanted);
  }

  /** Case 47, through a kill -9 of the whole Muster in the middle. */
  @Test
  void allControllersAndWorkersAreUpdatedOnceThroughAKillOfMuster() throws Exception {
    String version = fleet().nextVersion();
    String[] controllers = {"controller0", "controller1", "controller2"};
    String[] workers = {"worker0", "worker1", "worker2"};
    fleet().files().hold(version);
    fleet()
        .apply(
            fleet()
                .plan(
                    PLAN,
                    fleet()
                        .update(
                            version,
                            K0sFleet.controllers(controllers) + ", " + K0sFleet.workers(workers))));
    fleet().awaitNode(PLAN, "controller0", "SignalSent");
    Awaitility.await("the first download")
        .atMost(Slack.on(Duration.ofMinutes(1)))
        .until(() -> fleet().files().asked(K0sFiles.program(version)) == 1);
    SHARED.get().kill();
    fleet().files().release(version);
    SHARED.get().startAgain();
    List<String> seen = fleet().awaitState(PLAN, "Completed");

    assertThat(seen).isSubsetOf(USUAL_STATES);
    assertThat(K0sFleet.nodes(fleet().shown(PLAN)))
        .hasSize(6)
        .allMatch(node -> node.endsWith(" SignalCompleted"));
    assertThat(fleet().running().values()).containsOnly(version);
    assertThat(fleet().files().asked(K0sFiles.program(version)))
        .as("each node was told once")
        .isEqualTo(6);
    assertThat(SHARED.get().said("k0s", "show", "--cluster", CLUSTER))
        .contains("Completed", "6/6 nodes");
  }

  private static K0sFleet fleet() {
    return fleet.orElseThrow();
  }
}
