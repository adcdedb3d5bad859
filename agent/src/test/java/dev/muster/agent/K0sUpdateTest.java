package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.ArtifactServer.Manner;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** k0s.update of a real binary and process, from a real server, against an API that is made up. */
final class K0sUpdateTest {

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

  /** Cases 37, 43 and 48 of docs/conformance/autopilot.md. */
  @Test
  void theNodeRunsTheOtherVersionAndWasDrainedMeanwhile() throws Exception {
    scene.kube().pod("web-1").pod("web-2").pod("log", "DaemonSet").mirror("proxy");
    String before = scene.health().path("pid").asString();
    try (TestAgent agent = agent(scene.config())) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      JsonNode outputs = Caller.payload(agent.caller().until(id, ActionState.DONE));
      assertThat(outputs.path("changed").booleanValue()).isTrue();
      assertThat(outputs.path("from").asString()).isEqualTo(K0sScene.OLD);
      assertThat(outputs.path("version").asString()).isEqualTo(K0sScene.NEW);
      assertThat(outputs.path("cordoned").asString()).isEqualTo("yes");
      assertThat(outputs.path("drained").asInt()).isEqualTo(2);
      String log = agent.caller().untilPrinted(id, "UnCordoning: ");
      assertThat(K0sTrial.phases(log))
          .containsExactly("Downloading", "Cordoning", "ApplyingUpdate", "Restart", "UnCordoning");
    }
    scene.expectNew();
    assertThat(scene.health().path("pid").asString()).isNotEqualTo(before);
    assertThat(scene.kube().pods()).containsExactly("log", "proxy");
    assertThat(scene.kube().isCordoned("n1")).isFalse();
    assertThat(scene.kube().isAnnotated("n1")).isFalse();
  }

  /** Case 37 of docs/conformance/autopilot.md. */
  @Test
  void theVersionThatRunsAlreadyIsLeftAlone() throws Exception {
    try (TestAgent agent = agent(scene.config())) {
      ObjectNode args = scene.update(K0sScene.OLD);
      JsonNode outputs = K0sTrial.done(agent, args);
      assertThat(outputs.path("changed").booleanValue()).isFalse();
      assertThat(outputs.path("version").asString()).isEqualTo(K0sScene.OLD);
    }
    assertThat(scene.server().requests()).isEmpty();
    assertThat(scene.kube().requests()).isEmpty();
    assertThat(scene.times("stop")).isZero();
  }

  /** Case 37 of docs/conformance/autopilot.md. */
  @Test
  void theVersionThatRunsAlreadyIsForcedAllTheSame() throws Exception {
    scene.server().becomes(K0sScene.bytes(K0sScene.OLD));
    try (TestAgent agent = agent(scene.config())) {
      JsonNode outputs = K0sTrial.done(agent, scene.update(K0sScene.OLD).put("forceupdate", true));
      assertThat(outputs.path("changed").booleanValue()).isTrue();
    }
    assertThat(scene.times("stop")).isEqualTo(1);
    assertThat(scene.kube().requests()).isNotEmpty();
  }

  @Test
  void aForcedUpdateTakesWhateverVersionComesUp() throws Exception {
    ObjectNode args = scene.update().put("version", "v9.9.9").put("forceupdate", true);
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.done(agent, args).path("version").asString()).isEqualTo(K0sScene.NEW);
    }
  }

  @Test
  void anotherVersionThanPromisedFailsAndTheNodeStaysCordoned() throws Exception {
    try (TestAgent agent = agent(scene.config())) {
      ActionReport failed = K0sTrial.failed(agent, scene.update().put("version", "v9.9.9"));
      assertThat(K0sTrial.message(failed))
          .isEqualTo(
              "Restart: the service runs v1.30.2+k0s.0, and not v9.9.9 as it shall; n1 stays cordoned");
      assertThat(Caller.payload(failed).path("phase").asString()).isEqualTo("Restart");
    }
    assertThat(scene.kube().isCordoned("n1")).isTrue();
  }

  @Test
  void aCancelWhileRestartingComesTooLate() throws Exception {
    scene.hold("stop");
    try (TestAgent agent = agent(scene.config())) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      K0sTrial.until(agent.caller(), id, "Restart", "restarting");
      agent.caller().signal(id, Signal.CANCEL);
      scene.open("stop");
      agent.caller().until(id, ActionState.DONE);
    }
    scene.expectNew();
  }

  @Test
  void aServiceThatRunsAndHasNotComeUpYetIsReplacedToo() throws Exception {
    scene.becomesDeaf();
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.done(agent, scene.update()).path("from").asString())
          .isEqualTo(K0sScene.OLD);
    }
    scene.expectNew();
  }

  @Test
  void aDownloadThatFailsChangesNothing() throws Exception {
    scene.server().answers(new Manner.Status(404));
    try (TestAgent agent = agent(scene.config())) {
      ActionReport failed = K0sTrial.failed(agent, scene.update());
      assertThat(K0sTrial.message(failed))
          .startsWith("FailedDownload: ")
          .contains("HTTP 404")
          .endsWith("; nothing was changed");
      assertThat(Caller.payload(failed).path("phase").asString()).isEqualTo("FailedDownload");
    }
    scene.expectOld();
    assertThat(scene.kube().requests()).isEmpty();
  }

  @Test
  void anotherHashIsAFailedDownload() throws Exception {
    scene.server().becomes(K0sScene.bytes("v1.29.0"));
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.message(K0sTrial.failed(agent, scene.update())))
          .startsWith("FailedDownload: ")
          .contains("has the sha256");
    }
    scene.expectOld();
  }

  /** Case 45 of docs/conformance/autopilot.md. */
  @Test
  void aPlatformThatIsMissingIsNamed() throws Exception {
    ObjectNode args = scene.update();
    args.putObject("platforms").putObject("plan9-mips").put("url", "http://192.0.2.1/k0s");
    try (TestAgent agent = agent(scene.config())) {
      assertThat(K0sTrial.message(K0sTrial.failed(agent, args)))
          .startsWith("MissingPlatform: this node is linux-")
          .contains("plan9-mips only");
    }
    scene.expectOld();
  }

  /** Case 38 of docs/conformance/autopilot.md, as far as it is the node's. */
  @Test
  void versionAndAddressAreRequiredAndTheHashIsNot() throws Exception {
    try (TestAgent agent = agent(scene.config())) {
      ObjectNode nameless = scene.update();
      nameless.remove("version");
      assertThat(agent.caller().refused(K0sTrial.action(nameless))).contains("version: missing");
      ObjectNode nowhere = scene.update();
      nowhere.withObject("platforms").putObject("linux-amd64").put("sha256", "x");
      assertThat(agent.caller().refused(K0sTrial.action(nowhere))).contains("url: missing");
      ObjectNode unhashed = scene.update();
      unhashed
          .withObject("platforms")
          .properties()
          .forEach(one -> ((ObjectNode) one.getValue()).remove("sha256"));
      Files.writeString(scene.next(), "of another time");
      K0sTrial.done(agent, unhashed);
    }
    scene.expectNew();
  }

  @Test
  void theBinaryOfBeforeCanBePutBack() throws Exception {
    try (TestAgent agent = agent(scene.config())) {
      K0sTrial.done(agent, scene.update());
      UUID back =
          agent
              .caller()
              .accepted(
                  ArtifactScene.action(
                      "artifact.rollback",
                      WireFormat.JSON.createObjectNode().put("target", scene.binary().toString())));
      agent.caller().until(back, ActionState.DONE);
    }
    assertThat(Files.readAllBytes(scene.binary())).isEqualTo(K0sScene.bytes(K0sScene.OLD));
  }

  private TestAgent agent(String config) throws Exception {
    return TestAgent.start(folder.resolve("data"), "--config", config);
  }
}
