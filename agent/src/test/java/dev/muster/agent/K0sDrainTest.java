package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** That a node is cordoned, drained and uncordoned for k0s.update, or not, as it shall be. */
final class K0sDrainTest {

  @TempDir Path folder;
  private K0sScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = K0sScene.in(folder);
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  @Test
  void theNextUpdateUncordonsWhatTheFailedOneLeftCordoned() throws Exception {
    try (TestAgent agent = agent(scene.config())) {
      K0sTrial.failed(agent, scene.update().put("version", "v9.9.9"));
      scene.server().becomes(K0sScene.bytes("v1.30.3"));
      assertThat(K0sTrial.done(agent, scene.update("v1.30.3")).path("cordoned").asString())
          .isEqualTo("yes");
    }
    assertThat(scene.kube().isCordoned("n1")).isFalse();
  }

  @Test
  void aNodeThatWasCordonedBeforeStaysSo() throws Exception {
    scene.kube().cordonedBySomebody("n1");
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.done(agent, scene.update()).path("cordoned").asString()).isEqualTo("was");
    }
    assertThat(scene.kube().isCordoned("n1")).isTrue();
    scene.expectNew();
  }

  @Test
  void aNodeIsLeftCordonedAsAskedAndTheNextUpdateTakesThatForSomebodysWill() throws Exception {
    try (TestAgent agent = agent(scene.config())) {
      assertThat(
              K0sTrial.done(agent, scene.update().put("keepCordoned", true))
                  .path("cordoned")
                  .asString())
          .isEqualTo("yes");
      assertThat(scene.kube().isCordoned("n1")).isTrue();
      scene.server().becomes(K0sScene.bytes("v1.30.3"));
      assertThat(K0sTrial.done(agent, scene.update("v1.30.3")).path("cordoned").asString())
          .isEqualTo("was");
    }
    assertThat(scene.kube().isCordoned("n1")).isTrue();
  }

  @Test
  void aControllerWithoutANodeIsNotCordonedAndThatIsSaid() throws Exception {
    try (TestAgent agent =
        agent(
            scene.config(
                Map.of(
                    "kubeconfig", scene.kube().kubeconfig(folder).toString(), "node", "other")))) {
      assertThat(K0sTrial.done(agent, scene.update()).path("cordoned").asString())
          .startsWith("no: the Kubernetes API has no Node 'other'");
    }
    scene.expectNew();
    assertThat(scene.kube().isCordoned("n1")).isFalse();
  }

  @Test
  void withoutAKubernetesApiThePhasesAreSkippedVisibly() throws Exception {
    try (TestAgent agent = agent(scene.config(Map.of("none", "a demonstration")))) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      JsonNode outputs = Caller.payload(agent.caller().until(id, ActionState.DONE));
      assertThat(outputs.path("cordoned").asString()).isEqualTo("no: a demonstration");
      assertThat(agent.caller().untilPrinted(id, "UnCordoning: "))
          .contains("Cordoning: skipped: a demonstration", "UnCordoning: skipped: a demonstration");
    }
    scene.expectNew();
    assertThat(scene.kube().requests()).isEmpty();
  }

  /** Case 43 of docs/conformance/autopilot.md: nothing passes Cordoning while a budget holds. */
  @Test
  void aBudgetHoldsTheUpdateUntilItIsGone() throws Exception {
    scene.kube().pod("web-1").held("web-1").pod("web-2");
    try (TestAgent agent = agent(scene.config())) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      JsonNode held = K0sTrial.until(agent.caller(), id, "Cordoning", "1 of 2 pods gone");
      assertThat(held.path("detail").asString())
          .isEqualTo(
              "evicting default/web-1: The disruption budget web needs 1 healthy pods and has 1 currently; 1 of 2 pods gone");
      assertThat(Files.readAllBytes(scene.binary())).isEqualTo(K0sScene.bytes(K0sScene.OLD));
      scene.kube().released("web-1");
      agent.caller().until(id, ActionState.DONE);
    }
    assertThat(scene.kube().evictions("web-1")).isGreaterThan(1);
    scene.expectNew();
  }

  @Test
  void aDrainThatIsOutOfTimeFailsAndTheNodeIsAsItWas() throws Exception {
    scene.kube().pod("web-1").held("web-1").pod("web-2").lingers("web-2");
    ObjectNode args = scene.update();
    args.putObject("drain").put("timeout", "2s");
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.message(K0sTrial.failed(agent, args)))
          .startsWith("Cordoning: n1 was not drained within 2s: evicting default/web-1: ")
          .contains("The disruption budget web", "0 of 2 pods gone")
          .endsWith("; n1 is uncordoned again");
    }
    assertThat(scene.kube().isCordoned("n1")).isFalse();
    assertThat(scene.running()).isEqualTo(K0sScene.OLD);
  }

  @Test
  void whatWasDownloadedForADrainThatFailedIsNotDownloadedAgain() throws Exception {
    scene.kube().pod("web-1").held("web-1");
    ObjectNode args = scene.update();
    args.putObject("drain").put("timeout", "1s");
    try (TestAgent agent = agent(scene.config())) {
      K0sTrial.failed(agent, args);
      scene.kube().released("web-1");
      K0sTrial.done(agent, args);
    }
    assertThat(scene.server().requests()).hasSize(1);
    scene.expectNew();
  }

  @Test
  void aDrainThatIsOutOfTimeLeavesANodeCordonedThatWasSoBefore() throws Exception {
    scene.kube().cordonedBySomebody("n1").pod("web-1").held("web-1");
    ObjectNode args = scene.update();
    args.putObject("drain").put("timeout", "1s");
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.message(K0sTrial.failed(agent, args)))
          .endsWith("; n1 stays cordoned, as it was before");
    }
    assertThat(scene.kube().isCordoned("n1")).isTrue();
  }

  @Test
  void aDrainThatIsSkippedLeavesThePodsOnTheCordonedNode() throws Exception {
    scene.kube().pod("web-1");
    ObjectNode args = scene.update();
    args.putObject("drain").put("skip", true);
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.done(agent, args).path("drained").asInt()).isZero();
    }
    assertThat(scene.kube().pods()).containsExactly("web-1");
    assertThat(scene.kube().requests()).anyMatch(one -> one.contains("\"unschedulable\":true"));
  }

  @Test
  void aCancelWhileDrainingLeavesTheNodeAsItWas() throws Exception {
    scene.kube().pod("web-1").held("web-1");
    try (TestAgent agent = agent(scene.config())) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      K0sTrial.until(agent.caller(), id, "Cordoning", "evicting default/web-1");
      agent.caller().signal(id, Signal.CANCEL);
      agent.caller().until(id, ActionState.CANCELLED);
    }
    assertThat(scene.kube().isCordoned("n1")).isFalse();
    assertThat(scene.running()).isEqualTo(K0sScene.OLD);
  }

  @Test
  void aKubeconfigThatIsNotThereFailsBeforeAnythingIsChanged() throws Exception {
    try (TestAgent agent = agent(scene.config(Map.of("kubeconfig", "/nowhere/kube.conf")))) {
      assertThat(K0sTrial.message(K0sTrial.failed(agent, scene.update())))
          .startsWith("Cordoning: the kubeconfig /nowhere/kube.conf is not there")
          .endsWith("; nothing was changed");
    }
    assertThat(scene.running()).isEqualTo(K0sScene.OLD);
  }

  private TestAgent agent(String config) throws Exception {
    return TestAgent.start(folder.resolve("data"), "--config", config);
  }
}
