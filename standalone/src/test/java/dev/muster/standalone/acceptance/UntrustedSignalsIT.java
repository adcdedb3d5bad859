package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An engine that others reach too: what is signalled there approves nothing. */
@Tag("deep")
final class UntrustedSignalsIT {

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: gated}
      stages:
        - name: only
          approval: {required: 1, timeout: 24h}
          targets: {select: ""}
          steps:
            - {name: ping, action: test.ping}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "DEV_SERVER"})
  void aSignalInSomebodysNameApprovesNothingAndTheDetailsShowWhatDoes(TestedEngine engine) {
    assumeTrue(TestedEngine.chosen().contains(engine), "not among -Dmuster.engines");
    try (Installation muster =
        new Installation(engine, folder, Map.of("MUSTER_SIGNALS", "untrusted"))) {
      muster.addCluster("prod");
      muster.addAgent("prod", "n1");
      muster.awaitUp("prod", 1);
      muster.apply(PLAYBOOK);
      String run = muster.startRun("prod", "gated");
      await(muster, run, Set.of("PendingApprove"));
      WorkflowServiceStubs temporal = temporal(muster);
      try {
        WorkflowStub workflow =
            WorkflowClient.newInstance(temporal).newUntypedWorkflowStub("playbook/" + run);
        workflow.signal("approve", Map.of("by", "grace"));
        // What comes after it is done, so it was read.
        workflow.signal("pause", Map.of("by", "grace"));
        await(muster, run, Set.of("Paused"));
        workflow.signal("resume", Map.of("by", "grace"));
        await(muster, run, Set.of("PendingApprove", "Schedulable", "Completed"));
        assertThat(Json.text(muster.run(run), "state")).isEqualTo("PendingApprove");
      } finally {
        temporal.shutdownNow();
      }
      Searched shown = new Searched(muster);
      shown.temporal(run);
      assertThat(shown.texts().get("details of playbook"))
          .contains("muster run approve " + run)
          .doesNotContain("--name approve");

      muster.apiAs("ada").post(ApiPath.of("runs", run, "approve"), Json.object());
      assertThat(Json.text(muster.awaitEnd(run), "state")).isEqualTo("Completed");
    }
  }

  private static WorkflowServiceStubs temporal(Installation muster) {
    return WorkflowServiceStubs.newServiceStubs(
        WorkflowServiceStubsOptions.newBuilder()
            .setTarget(
                Json.text(muster.api().get(ApiPath.of("info")).json().path("temporal"), "address"))
            .build());
  }

  private static void await(Installation muster, String run, Set<String> states) {
    Awaitility.await("run is " + states)
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> states.contains(Json.text(muster.run(run), "state")));
  }
}
