package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.ArtifactServer.Manner;
import dev.muster.agent.execution.Notes;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** artifact.*, with an agent that is killed with SIGKILL and a disk that is full. */
final class ArtifactCrashTest {

  private static final byte[] NEW = ArtifactScene.bytes(1, 600_000);

  @TempDir Path folder;
  private ArtifactScene scene;
  private ArtifactServer server;

  @BeforeEach
  void start() throws Exception {
    scene = ArtifactScene.in(folder);
    server = ArtifactServer.of(NEW);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aDownloadGoesOnWhereTheKilledAgentWas() throws Exception {
    UUID id = killedAfter(200_704);
    assertThat(Files.readString(scene.target())).isEqualTo(ArtifactScene.OLD);
    try (AgentProcess agent = agent()) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("changed").booleanValue()).isTrue();
    }
    scene.expectNew(NEW);
    assertThat(server.ranges()).hasSize(2);
    assertThat(server.ranges().getLast()).isNotEqualTo("all");
  }

  @Test
  void aFileThatIsWholeIsNotAskedForAgain() throws Exception {
    UUID id = killedAfter(8_192);
    Files.write(part(), NEW);
    try (AgentProcess agent = agent()) {
      agent.caller().until(id, ActionState.DONE);
    }
    scene.expectNew(NEW);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void anExchangeThatWasBegunIsEnded() throws Exception {
    UUID id = killedAfter(8_192);
    Files.write(part(), NEW);
    note(id, "swap", ArtifactScene.sha256(ArtifactScene.OLD));
    Files.createLink(previous(), scene.target());
    try (AgentProcess agent = agent()) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("changed").booleanValue()).isTrue();
    }
    scene.expectNew(NEW);
    assertThat(scene.beside()).containsExactly(previous().getFileName().toString());
    assertThat(Files.readString(previous())).isEqualTo(ArtifactScene.OLD);
  }

  @Test
  void anExchangeThatWasMadeIsSeenAsThisActions() throws Exception {
    UUID id = killedAfter(8_192);
    Files.write(part(), NEW);
    note(id, "swap", ArtifactScene.sha256(ArtifactScene.OLD));
    Files.createLink(previous(), scene.target());
    Files.move(part(), scene.target(), StandardCopyOption.ATOMIC_MOVE);
    try (AgentProcess agent = agent()) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("changed").booleanValue()).isTrue();
      assertThat(Caller.payload(report).get("replaced").stringValue())
          .isEqualTo(ArtifactScene.sha256(ArtifactScene.OLD));
    }
    scene.expectNew(NEW);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void whenverItIsKilledTheFileIsTheOldOneOrTheNewOne() throws Exception {
    Random random = new Random(11);
    UUID id;
    try (AgentProcess agent = agent()) {
      server.answers(new Manner.CutAfter(50_000));
      id = agent.caller().accepted(ArtifactScene.install(scene.from(server.url(), NEW)));
    }
    for (int kills = 0; kills < 5; kills++) {
      server.answers(new Manner.CutAfter(random.nextInt(120_000)));
      try (AgentProcess agent = agent()) {
        agent.caller().await(0, random.nextInt(2));
      }
      assertThat(ArtifactScene.sha256(Files.readAllBytes(scene.target())))
          .isIn(ArtifactScene.sha256(ArtifactScene.OLD), ArtifactScene.sha256(NEW));
    }
    try (AgentProcess agent = agent()) {
      agent.caller().until(id, ActionState.DONE);
      scene.expectNew(NEW);
      UUID back = agent.caller().accepted(scene.rollback());
      agent.caller().until(back, ActionState.DONE);
    }
    assertThat(Files.readString(scene.target())).isEqualTo(ArtifactScene.OLD);
  }

  @Test
  void aRollbackThatWasMadeIsNotMadeOfTheOneBefore() throws Exception {
    Manner.HeldAfter held = Manner.HeldAfter.bytes(0);
    UUID id;
    try (AgentProcess agent = agent()) {
      for (byte[] content : new byte[][] {ArtifactScene.bytes(5, 10), NEW}) {
        server.becomes(content);
        agent
            .caller()
            .until(
                agent
                    .caller()
                    .accepted(
                        ArtifactScene.install(scene.from(server.url(), content).put("keep", 5))),
                ActionState.DONE);
      }
      // Until the one before it ends, the rollback waits: it is given its state by hand.
      server.answers(held);
      agent
          .caller()
          .accepted(ArtifactScene.install(scene.from(server.url(), ArtifactScene.bytes(6, 10))));
      id = agent.caller().accepted(scene.rollback());
      held.held().await();
    }
    Path beside = scene.folder().resolve(".tool.muster");
    Path chosen =
        beside.resolve("previous-000002-" + ArtifactScene.sha256(ArtifactScene.bytes(5, 10)));
    Path later = beside.resolve("previous-000003-" + ArtifactScene.sha256(NEW));
    note(id, "chosen", chosen.getFileName().toString());
    Files.createLink(later, scene.target());
    Files.move(chosen, scene.target(), StandardCopyOption.ATOMIC_MOVE);
    held.gate().countDown();
    server.answers(new Manner.Status(404), new Manner.Status(404));
    try (AgentProcess agent = agent()) {
      agent.caller().until(id, ActionState.DONE);
    }
    scene.expectNew(ArtifactScene.bytes(5, 10));
    assertThat(scene.beside())
        .containsExactly("previous-000001-" + ArtifactScene.sha256(ArtifactScene.OLD));
  }

  @Test
  void aDiskThatIsTooSmallIsSeenBeforeAnythingIsBrought() throws Exception {
    byte[] large = ArtifactScene.bytes(7, 20 << 20);
    fullDisk(large, new Manner.Well());
  }

  @Test
  void aDiskThatFillsUpMeanwhileIsEmptiedAgain() throws Exception {
    byte[] large = ArtifactScene.bytes(7, 20 << 20);
    fullDisk(large, new Manner.OfUnknownLength());
  }

  @Test
  void whatIsLeftForEverybodyElseIsLeftThoughNobodyKnowsTheLength() throws Exception {
    byte[] fits = ArtifactScene.bytes(7, 13 << 20);
    fullDisk(fits, new Manner.OfUnknownLength());
  }

  private void fullDisk(byte[] large, Manner manner) throws Exception {
    try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(folder.resolve("disk")), 16)) {
      ArtifactScene small = ArtifactScene.in(folder.resolve("disk"));
      server.becomes(large);
      server.answers(manner);
      try (TestAgent agent =
          TestAgent.start(folder.resolve("data"), "--config", small.config(folder, ""))) {
        ActionReport report =
            agent
                .caller()
                .until(
                    agent.caller().accepted(ArtifactScene.install(small.from(server.url(), large))),
                    ActionState.FAILED);
        small.expectOld(report, "the disk is full");
        assertThat(small.folder().toFile().getUsableSpace()).isGreaterThan(15L << 20);
        disk.fill();
        disk.free();
      }
    }
  }

  /** An action that is killed when the server has sent so many bytes, with all of them on disk. */
  private UUID killedAfter(int bytes) throws Exception {
    Manner.HeldAfter held = Manner.HeldAfter.bytes(bytes);
    server.answers(held);
    try (AgentProcess agent = agent()) {
      UUID id = agent.caller().accepted(ArtifactScene.install(scene.from(server.url(), NEW)));
      held.held().await();
      long cursor = 0;
      while (!Files.exists(part()) || Files.size(part()) < bytes) {
        cursor = agent.caller().await(cursor, 1).cursor();
      }
      agent.kill();
      held.gate().countDown();
      return id;
    }
  }

  private AgentProcess agent() throws Exception {
    return AgentProcess.start(folder.resolve("data"), "--config", scene.config(folder, ""));
  }

  private void note(UUID id, String name, String text) throws Exception {
    Path action = Files.createDirectories(folder.resolve("data/actions/" + id));
    new Notes(action).write(name, text);
  }

  private Path part() {
    return scene.folder().resolve(".tool.muster/part-" + ArtifactScene.sha256(NEW));
  }

  private Path previous() {
    return scene
        .folder()
        .resolve(".tool.muster/previous-000001-" + ArtifactScene.sha256(ArtifactScene.OLD));
  }
}
