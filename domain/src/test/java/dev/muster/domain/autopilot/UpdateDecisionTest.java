package dev.muster.domain.autopilot;

import static dev.muster.domain.autopilot.UpdateConfigs.config;
import static dev.muster.domain.autopilot.UpdateConfigs.json;
import static dev.muster.domain.autopilot.UpdateConfigs.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class UpdateDecisionTest {

  private static final Instant NOW = Instant.parse("2026-11-23T22:30:00Z");
  private static final String WINDOW =
      "upgradeStrategy: {type: periodic, periodic: {days: [Monday], startTime: '22:00', length: 1h}}";
  private static final UpdateConfig CONFIG = config(whole("muster.dev/settle: 30s", WINDOW));
  private static final RunningVersions OLD = running("v1.30.0+k0s.0");

  @Test
  void aNewerVersionBecomesAPlan() {
    UpdateNext next = decide("v1.30.1+k0s.0", OLD, Optional.empty());
    assertThat(next).isInstanceOf(UpdateNext.Start.class);
    assertThat(next.why()).contains("stable", "v1.30.1+k0s.0", "v1.30.0+k0s.0");
    assertThat(((UpdateNext.Start) next).plan())
        .isEqualTo(
            json(
                """
                apiVersion: autopilot.k0sproject.io/v1beta2
                kind: Plan
                metadata:
                  name: autopilot
                  annotations: {muster.dev/settle: 30s}
                spec:
                  id: "1795473000"
                  timestamp: "1795473000"
                  commands:
                  - k0supdate:
                      targets:
                        controllers: {discovery: {selector: {}}}
                        workers: {discovery: {selector: {}}}
                      version: v1.30.1+k0s.0
                      platforms:
                        linux-amd64:
                          url: https://example.org/k0s
                          sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
                """));
  }

  @Test
  void airgapCommandsGetTheBundles() {
    UpdateConfig config =
        config(
            UpdateConfigs.withCommands(
                "[{airgapupdate: {workers: {discovery: {selector: {}}}}}, {k0supdate: {forceupdate: true, targets: {}}}]"));
    UpdateNext next =
        UpdateDecision.decide(config, offer("v1.30.1+k0s.0"), OLD, Optional.empty(), NOW);
    assertThat(next).isInstanceOf(UpdateNext.Start.class);
    assertThat(((UpdateNext.Start) next).plan().at("/spec/commands"))
        .isEqualTo(
            json(
                """
                - airgapupdate:
                    workers: {discovery: {selector: {}}}
                    version: v1.30.1+k0s.0
                    platforms:
                      linux-amd64: {url: https://example.org/bundle}
                - k0supdate:
                    forceupdate: true
                    targets: {}
                    version: v1.30.1+k0s.0
                    platforms:
                      linux-amd64:
                        url: https://example.org/k0s
                        sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
                """));
  }

  @Test
  void whatIsNotNewerThanTheLowestControllerWaits() {
    assertThat(decide("v1.30.0+k0s.0", OLD, Optional.empty()))
        .isInstanceOf(UpdateNext.Wait.class)
        .extracting(UpdateNext::why)
        .asString()
        .contains("not newer than v1.30.0+k0s.0");
    assertThat(decide("v1.29.9+k0s.0", OLD, Optional.empty())).isInstanceOf(UpdateNext.Wait.class);
    assertThat(decide("v1.30.0+k0s.1", OLD, Optional.empty())).isInstanceOf(UpdateNext.Start.class);
  }

  @Test
  void theLowestOfTheControllersCountsAndWorkersOnlyWithoutAny() {
    RunningVersions.Node low = node("worker", "v1.29.0+k0s.0");
    RunningVersions.Node hybrid = node("controller+worker", "v1.30.0+k0s.0");
    RunningVersions.Node high = node("controller", "v1.30.1+k0s.0");
    assertThat(RunningVersions.of(List.of(low, high, hybrid))).isEqualTo(running("v1.30.0+k0s.0"));
    assertThat(RunningVersions.of(List.of(low))).isEqualTo(running("v1.29.0+k0s.0"));
    assertThat(
            RunningVersions.of(
                List.of(new RunningVersions.Node(Optional.of("controller"), Map.of()), low)))
        .isEqualTo(new RunningVersions(Optional.empty()));
  }

  @Test
  void whereNobodyTellsWhatItRunsAnOfferIsNewUntilAPlanBroughtIt() {
    RunningVersions unknown = new RunningVersions(Optional.empty());
    assertThat(decide("v1.30.1+k0s.0", unknown, Optional.empty()))
        .isInstanceOf(UpdateNext.Start.class);
    assertThat(decide("v1.30.1+k0s.0", unknown, standing(ProgressState.COMPLETED, "v1.30.1+k0s.0")))
        .isInstanceOf(UpdateNext.Wait.class);
  }

  @Test
  void outsideTheWindowItWaits() {
    UpdateNext next =
        UpdateDecision.decide(
            CONFIG, offer("v1.30.1+k0s.0"), OLD, Optional.empty(), NOW.plusSeconds(3600));
    assertThat(next).isInstanceOf(UpdateNext.Wait.class);
    assertThat(next.why()).contains("window is not open");
  }

  @Test
  void aFinishedPlanIsReplacedByANewerVersion() {
    assertThat(decide("v1.30.1+k0s.0", OLD, standing(ProgressState.COMPLETED, "v1.30.0+k0s.0")))
        .isInstanceOf(UpdateNext.Start.class);
    assertThat(
            decide("v1.30.1+k0s.0", OLD, standing(ProgressState.COMPLETED, "v1.30.1+k0s.0")).why())
        .as("whatever nodes said last")
        .contains("already", "delete the plan");
  }

  @ParameterizedTest
  @EnumSource(
      value = ProgressState.class,
      mode = Mode.INCLUDE,
      names = {"NEW_PLAN", "SCHEDULABLE", "SCHEDULABLE_WAIT", "PAUSED", "PENDING_APPROVE"})
  void aPlanThatRunsIsWaitedFor(ProgressState state) {
    UpdateNext next = decide("v1.31.0+k0s.0", OLD, standing(state, "v1.30.1+k0s.0"));
    assertThat(next).isInstanceOf(UpdateNext.Wait.class);
    assertThat(next.why()).contains(state.word());
  }

  @Test
  void aPlanWithoutAStatusIsWaitedFor() {
    assertThat(
            decide(
                "v1.31.0+k0s.0",
                OLD,
                Optional.of(StandingPlan.of(json("{metadata: {name: autopilot}, spec: {}}")))))
        .isInstanceOf(UpdateNext.Wait.class);
  }

  /** In Autopilot such a plan stops all updates for ever. */
  @ParameterizedTest
  @EnumSource(
      value = ProgressState.class,
      mode = Mode.INCLUDE,
      names = {"APPLY_FAILED", "INCOMPLETE_TARGETS", "RESTRICTED", "MISSING_PLATFORM"})
  void aPlanThatFailedStopsItsOwnVersionAndNoNewerOne(ProgressState state) {
    UpdateNext same = decide("v1.30.1+k0s.0", OLD, standing(state, "v1.30.1+k0s.0"));
    assertThat(same).isInstanceOf(UpdateNext.Wait.class);
    assertThat(same.why()).contains(state.word(), "muster k0s retry");
    assertThat(decide("v1.30.2+k0s.0", OLD, standing(state, "v1.30.1+k0s.0")))
        .isInstanceOf(UpdateNext.Start.class);
  }

  @Test
  void anOfferOfWhichNoPlanCanBeMadeSaysWhy() {
    ChannelIndex index =
        ChannelIndex.read(
            """
            version: v1.30.1+k0s.0
            downloadURLs: [{os: linux, arch: amd64, k0s: https://example.org/k0s, k0sSha256: deadbeef}]
            """);
    UpdateNext next =
        UpdateDecision.decide(CONFIG, (ChannelIndex.Offer) index, OLD, Optional.empty(), NOW);
    assertThat(next).isInstanceOf(UpdateNext.Wait.class);
    assertThat(next.why()).contains("deadbeef", "update server");
  }

  @Test
  void aPlanOfSeveralCommandsBringsItsHighestVersion() {
    assertThat(
            StandingPlan.of(
                json(
                    """
                    spec:
                      id: "7"
                      commands:
                      - k0supdate: {version: v1.29.9+k0s.0}
                      - k0supdate: {version: v1.30.9+k0s.0}
                      - airgapupdate: {version: whatever}
                    status: {state: Completed}
                    """)))
        .isEqualTo(
            new StandingPlan(
                "7",
                Optional.of(ProgressState.COMPLETED),
                Optional.of(K0sVersion.parse("v1.30.9+k0s.0"))));
  }

  /** A plan begins anew by another id. */
  @Test
  void twoPlansAreNeverOfOneSecond() {
    StandingPlan justNow =
        new StandingPlan(
            Long.toString(NOW.getEpochSecond()),
            Optional.of(ProgressState.COMPLETED),
            Optional.of(K0sVersion.parse("v1.30.0+k0s.0")));
    assertThat(decide("v1.30.1+k0s.0", OLD, Optional.of(justNow)))
        .isInstanceOf(UpdateNext.Wait.class);
  }

  @Test
  void whatOthersWroteBesideThePlanStaysAndTheTermsAreTheConfigurations() {
    UpdateNext next = decide("v1.30.1+k0s.0", OLD, Optional.empty());
    JsonNode wanted =
        ((UpdateNext.Start) next)
            .over(
                (ObjectNode)
                    json(
                        """
                        metadata:
                          name: autopilot
                          labels: {team: platform}
                          annotations: {muster.dev/deadline: 2h, owner: ada}
                        spec: {id: "1", commands: []}
                        status: {state: Completed}
                        """));
    assertThat(wanted.at("/metadata/labels/team").asString()).isEqualTo("platform");
    assertThat(wanted.at("/metadata/annotations"))
        .isEqualTo(json("{owner: ada, muster.dev/settle: 30s}"));
    assertThat(wanted.at("/spec")).isEqualTo(((UpdateNext.Start) next).plan().at("/spec"));
  }

  private static UpdateNext decide(
      String offered, RunningVersions running, Optional<StandingPlan> standing) {
    return UpdateDecision.decide(CONFIG, offer(offered), running, standing, NOW);
  }

  private static ChannelIndex.Offer offer(String version) {
    return (ChannelIndex.Offer)
        ChannelIndex.read(
            """
            version: %s
            downloadURLs:
            - os: linux
              arch: amd64
              k0s: https://example.org/k0s
              k0sSha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
              airgapBundle: https://example.org/bundle
            """
                .formatted(version));
  }

  private static RunningVersions running(String version) {
    return new RunningVersions(Optional.of(K0sVersion.parse(version)));
  }

  private static RunningVersions.Node node(String role, String version) {
    return new RunningVersions.Node(Optional.of(role), Map.of(RunningVersions.ATTRIBUTE, version));
  }

  private static Optional<StandingPlan> standing(ProgressState state, String version) {
    return Optional.of(
        new StandingPlan("1", Optional.of(state), Optional.of(K0sVersion.parse(version))));
  }
}
