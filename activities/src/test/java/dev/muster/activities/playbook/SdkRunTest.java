package dev.muster.activities.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.activities.fake.sdk.StandInAgent;
import dev.muster.activities.fake.sdk.StandInAgent.Generation;
import dev.muster.activities.secret.SecretSource.Reading;
import dev.muster.activities.secret.Secrets;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.secret.SecretRules;
import dev.muster.domain.secret.SecretRules.Allowed;
import dev.muster.workflows.contract.RunCommand.Verb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run is told of an agent of Replicante's SDK, which lacks abilities. */
final class SdkRunTest {

  private static final String STAGES =
      """
      stages:
        - name: only
          targets: {select: ""}
          steps: [{name: use, action: agent.replicante.io/test.loop, args: {target: 3}}]
      """;

  private final StandInAgent agent;

  SdkRunTest(@TempDir Path folder) {
    agent = StandInAgent.start("sdk", folder.resolve("agent.db"), Generation.SECOND);
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @Test
  void whoeverCancelsIsToldWhichAgentCannotStopAndTheRunEndsAfterIt() {
    try (Scene scene = with(Scene.of())) {
      Rollout run = Rollout.of(scene, STAGES);
      run.advance();
      run.cycle();
      agent.step();
      run.cycle();

      assertThat(run.order(Verb.CANCEL, "grace"))
          .startsWith("APPLIED")
          .contains("the agent of sdk cannot, so the run ends when what it has has ended");
      run.cycle();
      assertThat(run.advance().state().isFinal()).isFalse();
      agent.steps(2);
      run.cycle();
      run.cycle();
      assertThat(run.steps(0, "sdk")).containsExactly("use 1 DONE");
      assertThat(run.advance().state()).isEqualTo(ProgressState.CANCELLED);
    }
  }

  @Test
  void itGetsNoSecretAndTheStepSaysWhy() {
    List<ClusterPattern> all = List.of(ClusterPattern.ALL);
    Secrets secrets =
        new Secrets(
            new SecretRules(Map.of("dbpassword", new Allowed(all, all))),
            Map.of("dbpassword", () -> new Reading.Found("hunter2-is-my-password")));
    try (Scene scene = with(Scene.of(secrets))) {
      Rollout run =
          Rollout.of(scene, STAGES.replace("target: 3", "text: \"${secrets.db_password}\""));
      run.advance();
      run.cycle();
      run.advance();
      assertThat(run.steps(0, "sdk")).containsExactly("use 1 FAILED");
      assertThat(run.detail().stages().getFirst().nodes().getFirst().steps().getFirst().error())
          .hasValueSatisfying(
              error -> assertThat(error).contains("speaks replicante/v0", "gets no secret"));
      assertThat(agent.requests("POST /action")).isZero();
    }
  }

  private Scene with(Scene scene) {
    scene.register("sdk", agent.address(), AgentProtocol.REPLICANTE_V0);
    return scene;
  }
}
