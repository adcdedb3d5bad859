package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.ArtifactServer.Manner;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.sample.K0sStandin;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;

/** k0s.update with an agent that is killed with SIGKILL, on both sides of each phase. */
final class K0sCrashTest {

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
  void killedInTheMiddleOfTheDownload() throws Exception {
    Manner.HeldAfter held = Manner.HeldAfter.bytes(1000);
    scene.server().answers(held);
    UUID id;
    try (AgentProcess agent = agent()) {
      id = agent.caller().accepted(K0sTrial.action(scene.update()));
      K0sTrial.until(agent.caller(), id, "Downloading", "");
      held.held().await();
      agent.kill();
    }
    held.gate().countDown();
    scene.expectOldRuns();
    assertThat(scene.kube().requests()).isEmpty();
    expectDone(id);
    assertThat(scene.server().requests()).hasSize(2);
  }

  @Test
  void killedAfterTheDownloadAndBeforeTheNodeIsCordoned() throws Exception {
    scene.kube().awayFor("PATCH");
    UUID id = killedIn("Cordoning", "cordoning n1", scene.update());
    assertThat(scene.kube().isCordoned("n1")).isFalse();
    scene.expectOldRuns();
    scene.kube().back();
    assertThat(expectDone(id).path("cordoned").asString()).isEqualTo("yes");
    assertThat(scene.server().requests()).hasSize(1);
  }

  @Test
  void killedBetweenCordoningAndTheLastPodAndTheCordonIsStillItsOwn() throws Exception {
    scene.kube().pod("web-1").held("web-1").pod("web-2");
    UUID id = killedIn("Cordoning", "1 of 2 pods gone", scene.update());
    assertThat(scene.kube().isCordoned("n1")).isTrue();
    scene.expectOldRuns();
    scene.kube().released("web-1");
    JsonNode outputs = expectDone(id);
    assertThat(outputs.path("cordoned").asString()).isEqualTo("yes");
    assertThat(outputs.path("drained").asInt()).isEqualTo(2);
    assertThat(scene.kube().isCordoned("n1")).isFalse();
    assertThat(scene.server().requests()).hasSize(1);
  }

  @Test
  void killedWhileDrainingANodeThatSomebodyElseHadCordoned() throws Exception {
    scene.kube().cordonedBySomebody("n1").pod("web-1").held("web-1");
    UUID id = killedIn("Cordoning", "0 of 1 pods gone", scene.update());
    scene.kube().released("web-1");
    assertThat(expectDone(id).path("cordoned").asString()).isEqualTo("was");
    assertThat(scene.kube().isCordoned("n1")).isTrue();
  }

  @Test
  void aDrainDoesNotGetItsTimeAnewFromAKilledAgent() throws Exception {
    scene.kube().pod("web-1").held("web-1");
    ObjectNode args = scene.update();
    args.putObject("drain").put("timeout", "6s");
    UUID id = killedIn("Cordoning", "0 of 1 pods gone", args);
    // As if the agent had been away for longer than the drain may take.
    Notes notes = notes(id);
    String drain = notes.read("drain").orElseThrow();
    notes.write("drain", "2026-01-01T00:00:00Z" + drain.substring(drain.indexOf('\n')));
    try (AgentProcess agent = agent()) {
      ActionReport failed = agent.caller().until(id, ActionState.FAILED);
      assertThat(K0sTrial.message(failed))
          .contains("was not drained within 6s", "web-1", "n1 is uncordoned again");
    }
    assertThat(scene.kube().isCordoned("n1")).isFalse();
  }

  @Test
  void killedBeforeTheExchangeAndAfterTheHardLink() throws Exception {
    UUID id = killedWhenDrained();
    notes(id).write("exchanging", "begun");
    Files.createLink(scene.folder().resolve("k0s.new"), scene.next());
    scene.expectOldRuns();
    expectDone(id);
    assertThat(scene.server().requests()).hasSize(1);
  }

  /** Case 40 of docs/conformance/autopilot.md. */
  @Test
  void killedAfterTheExchangeAndBeforeThatIsWrittenDown() throws Exception {
    UUID id = killedWhenDrained();
    notes(id).write("exchanging", "begun");
    Path link = scene.folder().resolve("k0s.new");
    Files.createLink(link, scene.next());
    Files.move(link, scene.binary(), StandardCopyOption.ATOMIC_MOVE);
    Files.setPosixFilePermissions(scene.binary(), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(scene.next()).exists();
    assertThat(link).doesNotExist();
    assertThat(Files.readAllBytes(scene.binary())).isEqualTo(K0sScene.bytes(K0sScene.NEW));
    expectDone(id, Previous.MADE_BY_HAND);
    assertThat(scene.server().requests()).hasSize(1);
  }

  /** Case 41 of docs/conformance/autopilot.md: what was begun is known, and done once. */
  @Test
  void killedWhileTheServiceIsStopped() throws Exception {
    scene.hold("stop");
    UUID id = killedInRestart("stop");
    assertThat(scene.running()).isEqualTo(K0sScene.OLD);
    scene.open("stop");
    expectDone(id);
    assertThat(scene.times("stop")).isEqualTo(1);
    assertThat(scene.times("start")).isEqualTo(1);
  }

  @Test
  void killedWhileTheServiceIsStarted() throws Exception {
    scene.hold("start");
    UUID id = killedInRestart("start");
    scene.open("start");
    expectDone(id);
    assertThat(scene.times("stop")).isEqualTo(1);
    assertThat(scene.times("start")).isEqualTo(1);
  }

  @Test
  void killedBeforeTheNodeIsUncordoned() throws Exception {
    scene.kube().awayFor("\"unschedulable\":false");
    UUID id = killedIn("UnCordoning", "uncordoning n1", scene.update());
    assertThat(scene.kube().isCordoned("n1")).isTrue();
    assertThat(scene.running()).isEqualTo(K0sScene.NEW);
    String pid = scene.health().path("pid").asString();
    scene.kube().back();
    expectDone(id);
    assertThat(scene.health().path("pid").asString()).isEqualTo(pid);
    assertThat(scene.kube().isCordoned("n1")).isFalse();
  }

  /** Case 41 of docs/conformance/autopilot.md: a restart that is due is not forgotten. */
  @Test
  void aBinaryThatWasExchangedAndNotRestartedIsRestartedByTheNextUpdate() throws Exception {
    scene.becomesDeaf();
    K0sStandin.write(scene.binary(), K0sScene.NEW);
    Files.createFile(
        Files.createDirectory(scene.folder().resolve(".k0s.muster"))
            .resolve("part-restart-is-due"));
    try (AgentProcess agent = agent()) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      JsonNode outputs = Caller.payload(agent.caller().until(id, ActionState.DONE));
      assertThat(outputs.path("changed").booleanValue()).isTrue();
      UUID again = agent.caller().accepted(K0sTrial.action(scene.update()));
      assertThat(Caller.payload(agent.caller().until(again, ActionState.DONE)).path("changed"))
          .isEqualTo(BooleanNode.FALSE);
    }
    assertThat(scene.times("stop")).isEqualTo(1);
    assertThat(scene.server().requests()).isEmpty();
    scene.expectNewRuns();
  }

  @Test
  void wheneverItIsKilledTheUpdateIsMadeOnceAndTheNodeTakesPodsAgain() throws Exception {
    Random random = new Random(7);
    scene.kube().pod("web-1").lingers("web-1");
    scene.server().answers(new Manner.CutAfter(500), new Manner.CutAfter(900));
    UUID id;
    try (AgentProcess agent = agent()) {
      id = agent.caller().accepted(K0sTrial.action(scene.update()));
    }
    for (int kills = 0; kills < 8; kills++) {
      if (kills == 4) {
        scene.kube().gone("web-1");
      }
      try (AgentProcess agent = agent()) {
        agent.caller().await(0, random.nextInt(2));
        agent.caller().await(agent.caller().snapshot(0).cursor(), random.nextInt(2));
      }
      assertThat(ArtifactScene.sha256(Files.readAllBytes(scene.binary())))
          .isIn(
              ArtifactScene.sha256(K0sScene.bytes(K0sScene.OLD)),
              ArtifactScene.sha256(K0sScene.bytes(K0sScene.NEW)));
    }
    expectDone(id);
    assertThat(scene.times("start")).isEqualTo(1);
    assertThat(scene.kube().isCordoned("n1")).isFalse();
  }

  private enum Previous {
    KEPT,
    MADE_BY_HAND
  }

  private JsonNode expectDone(UUID id) throws Exception {
    return expectDone(id, Previous.KEPT);
  }

  private JsonNode expectDone(UUID id, Previous previous) throws Exception {
    JsonNode outputs;
    try (AgentProcess agent = agent()) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      outputs = Caller.payload(report);
      assertThat(outputs.path("changed").booleanValue()).isTrue();
      assertThat(outputs.path("from").asString()).isEqualTo(K0sScene.OLD);
      assertThat(outputs.path("version").asString()).isEqualTo(K0sScene.NEW);
      String log = agent.caller().untilPrinted(id, "UnCordoning: ");
      assertThat(K0sTrial.phases(log))
          .containsSubsequence(
              "Downloading", "Cordoning", "ApplyingUpdate", "Restart", "UnCordoning")
          .hasSize(5);
    }
    if (previous == Previous.KEPT) {
      scene.expectNew();
    } else {
      scene.expectNewRuns();
    }
    return outputs;
  }

  private UUID killedIn(String phase, String detail, ObjectNode args) throws Exception {
    try (AgentProcess agent = agent()) {
      UUID id = agent.caller().accepted(K0sTrial.action(args));
      K0sTrial.until(agent.caller(), id, phase, detail);
      agent.kill();
      return id;
    }
  }

  /** Everything up to the exchange is done, and nothing of it. */
  private UUID killedWhenDrained() throws Exception {
    scene.kube().pod("web-1").held("web-1");
    UUID id = killedIn("Cordoning", "0 of 1 pods gone", scene.update());
    scene.kube().gone("web-1");
    notes(id).write("cordoned", "yes");
    notes(id).write("drained", "1");
    return id;
  }

  private UUID killedInRestart(String verb) throws Exception {
    try (AgentProcess agent = agent()) {
      UUID id = agent.caller().accepted(K0sTrial.action(scene.update()));
      K0sTrial.until(agent.caller(), id, "Restart", "restarting");
      long cursor = 0;
      while (!scene.isHeld(verb)) {
        cursor = agent.caller().await(cursor, 1).cursor();
      }
      agent.kill();
      assertThat(Files.readAllBytes(scene.binary())).isEqualTo(K0sScene.bytes(K0sScene.NEW));
      assertThat(scene.kube().isCordoned("n1")).isTrue();
      return id;
    }
  }

  private Notes notes(UUID id) {
    return new Notes(folder.resolve("data/actions/" + id));
  }

  private AgentProcess agent() throws Exception {
    return AgentProcess.start(folder.resolve("data"), "--config", scene.config());
  }
}
