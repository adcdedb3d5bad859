package dev.muster.domain.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.run.ProgressState;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class UpdateFactsTest {

  private static final UUID ID = UUID.fromString("0f0e0d0c-0b0a-4908-8706-050403020100");
  private static final RunningVersions RUNNING =
      new RunningVersions(Optional.of(K0sVersion.parse("v1.30.0+k0s.0")));

  private static final List<Candidate> NODES =
      List.of(
          node("c-1", "controller", "linux-arm64"),
          node("h-1", "controller+worker", "linux-arm64"),
          node("w-1", "worker", "linux-amd64"),
          node("w-2", "worker", "linux-amd64"),
          new Candidate(
              new NodeId("db"),
              "10.0.0.1",
              Optional.empty(),
              Optional.empty(),
              Map.of(),
              NodeStatus.UP));

  @Test
  void headersAreThoseThatAutopilotSendsAsFarAsMusterKnowsThem() {
    Map<String, String> headers = new UpdateFacts(ID, NODES, RUNNING, Optional.empty()).headers();
    assertThat(headers)
        .containsOnlyKeys(
            "K0S_ClusterID",
            "K0S_ControlPlaneNodesCount",
            "K0S_WorkerData",
            "K0S_Arch",
            "K0S_Version")
        .containsEntry("K0S_ClusterID", "muster:" + ID)
        .containsEntry("K0S_ControlPlaneNodesCount", "2")
        .containsEntry("K0S_Arch", "arm64")
        .containsEntry("K0S_Version", "v1.30.0+k0s.0");
    byte[] workers = Base64.getDecoder().decode(headers.get("K0S_WorkerData"));
    assertThat(UpdateConfigs.json(new String(workers, StandardCharsets.UTF_8)))
        .isEqualTo(
            UpdateConfigs.json("{Archs: {arm64: 1, amd64: 2}, OSes: {linux: 3}, Runtimes: {}}"));
  }

  @Test
  void theQueryOfCronTellsHowTheLastPlanEnded() {
    StandingPlan failed =
        new StandingPlan("1", Optional.of(ProgressState.APPLY_FAILED), Optional.empty());
    assertThat(new UpdateFacts(ID, NODES, RUNNING, Optional.of(failed)).query())
        .containsExactly(
            Map.entry("clusterID", "muster:" + ID),
            Map.entry("currentVersion", "v1.30.0+k0s.0"),
            Map.entry("lastUpdateStatus", "ApplyFailed"));
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    RunningVersions unknown = new RunningVersions(Optional.empty());
    UpdateFacts facts = new UpdateFacts(ID, List.of(), unknown, Optional.empty());
    assertThat(facts.headers()).doesNotContainKeys("K0S_Version", "K0S_Arch");
    assertThat(facts.query())
        .containsEntry("currentVersion", "")
        .containsEntry("lastUpdateStatus", "");
  }

  private static Candidate node(String id, String role, String platform) {
    return new Candidate(
        new NodeId(id),
        "10.0.0.1",
        Optional.of(role),
        Optional.of(platform),
        Map.of(),
        NodeStatus.UP);
  }
}
