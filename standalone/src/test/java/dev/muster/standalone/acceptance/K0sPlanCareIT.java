package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What people can do with a plan of Autopilot beside what Autopilot can, over real agents. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class K0sPlanCareIT {

  private static final String CLUSTER = "prod";
  private static final String NEXT = "next";
  private static final String PLAN = "autopilot";

  private static final SharedMuster SHARED = new SharedMuster();
  private static Optional<K0sFleet> fleet = Optional.empty();

  K0sPlanCareIT(@SuppressWarnings("unused") TestedEngine engine) {}

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws Exception {
    SHARED.start(engine, CLUSTER);
    fleet = Optional.of(K0sFleet.start(SHARED, CLUSTER, 0, 2));
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

  @Test
  void aWrongHashFailsThePlanAndARetryDoesOnlyWhatIsNotDone() throws Exception {
    String version = fleet().nextVersion();
    String images = fleet().airgap(version, K0sFleet.named("worker0", "worker1"));
    String targets = K0sFleet.workers("worker0", "worker1");
    String wrong = fleet().files().programsWithAWrongHash(version);
    fleet().apply(fleet().plan(PLAN, images, fleet().update(version, wrong, targets)));
    fleet().awaitState(PLAN, "ApplyFailed");
    JsonNode failed = fleet().shown(PLAN);
    assertThat(K0sFleet.nodes(failed))
        .containsExactly(
            "worker0 SignalCompleted",
            "worker1 SignalCompleted",
            "worker0 SignalApplyFailed",
            "worker1 SignalPending");
    assertThat(K0sFleet.why(failed)).contains("sha256");

    fleet().apply(fleet().plan(PLAN, images, fleet().update(version, targets)));
    assertThat(muster().said("k0s", "retry", "--cluster", CLUSTER, "--follow"))
        .contains("is tried again, attempt 2", "plan autopilot is Completed");

    assertThat(K0sFleet.nodes(fleet().shown(PLAN)))
        .hasSize(4)
        .allMatch(node -> node.endsWith(" SignalCompleted"));
    assertThat(fleet().running().values()).containsOnly(version);
    assertThat(fleet().files().asked(K0sFiles.bundle(version)))
        .as("images were brought once to each")
        .isEqualTo(2);
  }

  @Test
  void aPlanThatIsPausedIsSchedulableWaitSaysWhyAndGoesOnWhenItIsResumed() throws Exception {
    String version = fleet().nextVersion();
    fleet().files().hold(version);
    fleet()
        .apply(fleet().plan(PLAN, fleet().update(version, K0sFleet.workers("worker0", "worker1"))));
    fleet().awaitNode(PLAN, "worker0", "SignalSent");
    assertThat(muster().said("k0s", "pause", "--cluster", CLUSTER, "--why", "load"))
        .contains("Plan autopilot of prod paused");
    fleet().files().release(version);
    fleet().awaitNode(PLAN, "worker0", "SignalCompleted");

    JsonNode paused = fleet().shown(PLAN);
    assertThat(Json.text(paused, "state")).isEqualTo("SchedulableWait");
    assertThat(K0sFleet.nodes(paused))
        .containsExactly("worker0 SignalCompleted", "worker1 SignalPending");
    assertThat(K0sFleet.why(paused)).contains("paused by");
    assertThat(fleet().running()).containsEntry("worker0", version);

    muster().said("k0s", "resume", "--cluster", CLUSTER);
    fleet().awaitState(PLAN, "Completed");
    assertThat(fleet().running()).containsEntry("worker1", version);
  }

  @Test
  void deletingAPlanCancelsItsRunAndWhatRunsEnds() throws Exception {
    String version = fleet().nextVersion();
    fleet().files().hold(version);
    fleet()
        .apply(fleet().plan(PLAN, fleet().update(version, K0sFleet.workers("worker0", "worker1"))));
    fleet().awaitNode(PLAN, "worker0", "SignalSent");
    String run = Json.text(fleet().shown(PLAN), "run");
    muster().said("k0s", "delete", "--cluster", CLUSTER);

    assertThatThrownBy(() -> fleet().shown(PLAN)).isInstanceOf(ApiFailure.class);
    JsonNode ended = muster().awaitEnd(run);
    fleet().files().release(version);
    assertThat(Json.text(ended, "state")).isEqualTo("Cancelled");
    assertThat(Shown.nodeStates(ended)).containsExactly("CANCELLED", "CANCELLED");
    assertThat(fleet().running().values()).doesNotContain(version);
  }

  @Test
  void aPlanOfAnotherNameRunsTooAndAStrictOneIsKeptAndNotLookedAt() throws Exception {
    String version = fleet().nextVersion();
    fleet().apply(fleet().plan("spring", fleet().update(version, K0sFleet.workers("worker0"))));
    fleet()
        .apply(
            fleet().plan("summer", fleet().update(version, K0sFleet.workers("worker1"))),
            "--dialect",
            "strict");
    fleet().awaitState("spring", "Completed");
    muster().awaitCycle(CLUSTER);

    JsonNode ignored = fleet().shown("summer");
    assertThat(Json.text(ignored, "state")).isEmpty();
    assertThat(ignored.has("run")).isFalse();
    assertThat(fleet().running())
        .containsEntry("worker0", version)
        .doesNotContainEntry("worker1", version);
    assertThat(muster().said("k0s", "plans", "--cluster", CLUSTER))
        .containsPattern("spring +Completed")
        .containsPattern("summer +new");
  }

  @Test
  void aPlanThatTakesLongerThanItMayFailsAndSaysSo() throws Exception {
    String version = fleet().nextVersion();
    fleet().files().hold(version);
    fleet()
        .apply(
            fleet().plan(PLAN, fleet().update(version, K0sFleet.workers("worker0", "worker1"))),
            "--deadline",
            "3s");
    fleet().awaitState(PLAN, "ApplyFailed");
    fleet().files().release(version);

    JsonNode failed = fleet().shown(PLAN);
    assertThat(K0sFleet.why(failed)).contains("deadline");
    assertThat(K0sFleet.nodes(failed)).contains("worker1 SignalPending");
    muster().awaitEnd(Json.text(failed, "run"));
    assertThat(fleet().running().values()).doesNotContain(version);
  }

  @Test
  void aPlanOfTheNextClusterBeginsWhenThatOfTheFirstIsCompleted() throws Exception {
    muster().addCluster(NEXT);
    String version = fleet().nextVersion();
    Path plan = fleet().plan(PLAN, fleet().update(version, "workers: {discovery: {selector: {}}}"));
    try (K0sBox box = K0sBox.start(muster(), NEXT, "worker9", "a", SHARED.folder())) {
      muster().awaitUp(NEXT, 1);
      fleet().files().hold(version);
      fleet().apply(plan, "--cluster", NEXT);
      fleet().awaitNode(PLAN, "worker0", "SignalSent");
      assertThat(muster().said("k0s", "plans", "--cluster", NEXT))
          .contains("plan autopilot of cluster prod");
      assertThat(box.version()).isEqualTo(K0sBox.FIRST);

      fleet().files().release(version);
      fleet().awaitState(PLAN, "Completed");
      Awaitility.await("the plan of the next cluster")
          .atMost(Slack.on(Duration.ofMinutes(1)))
          .until(() -> muster().said("k0s", "show", "--cluster", NEXT).contains("  Completed  "));
      assertThat(box.version()).isEqualTo(version);
    }
  }

  private static Installation muster() {
    return SHARED.get();
  }

  private static K0sFleet fleet() {
    return fleet.orElseThrow();
  }
}
