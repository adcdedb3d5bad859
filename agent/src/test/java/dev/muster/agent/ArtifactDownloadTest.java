package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.ArtifactServer.Manner;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** artifact.install, with a web server that behaves as badly as web servers do. */
final class ArtifactDownloadTest {

  private static final byte[] NEW = ArtifactScene.bytes(1, 600_000);

  @TempDir Path folder;
  private ArtifactScene scene;
  private ArtifactServer server;
  private TestAgent agent;

  @BeforeEach
  void start() throws Exception {
    scene = ArtifactScene.in(folder);
    server = ArtifactServer.of(NEW);
    agent =
        TestAgent.start(
            folder.resolve("data"), "--config", scene.config(folder, ", \"unhashed\": true"));
  }

  @AfterEach
  void stop() {
    agent.close();
    server.close();
  }

  @Test
  void aFileIsReplacedAndSaysWhatWasDone() throws Exception {
    ActionReport report = done(args().put("mode", "0755"));
    scene.expectNew(NEW);
    assertThat(Files.isExecutable(scene.target())).isTrue();
    assertThat(Caller.payload(report).get("changed").booleanValue()).isTrue();
    assertThat(Caller.payload(report).get("bytes").intValue()).isEqualTo(NEW.length);
    assertThat(Caller.payload(report).get("replaced").stringValue())
        .isEqualTo(ArtifactScene.sha256(ArtifactScene.OLD));
  }

  @Test
  void aFileThatIsThereAlreadyIsNotAskedFor() throws Exception {
    done(args());
    ActionReport again = done(args());
    assertThat(Caller.payload(again).get("changed").booleanValue()).isFalse();
    assertThat(server.requests()).hasSize(1);
    assertThat(scene.beside()).hasSize(1);
  }

  @Test
  void aWrongHashLeavesTheOldFile() throws Exception {
    server.becomes(ArtifactScene.bytes(2, 600_000));
    scene.expectOld(
        failed(args()),
        server.url() + " has the sha256 " + ArtifactScene.sha256(ArtifactScene.bytes(2, 600_000)),
        "(expected: %s)".formatted(ArtifactScene.sha256(NEW)));
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aMissingArtifactLeavesTheOldFileAndIsAskedForOnce() throws Exception {
    server.answers(new Manner.Status(404));
    scene.expectOld(failed(args()), server.url() + " answered HTTP 404");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aServerThatStallsIsGivenUpAfterTheStallTime() throws Exception {
    Manner.HeldAfter first = Manner.HeldAfter.bytes(40_960);
    Manner.HeldAfter second = Manner.HeldAfter.bytes(0);
    server.answers(first, second);
    ActionReport report = failed(args().put("stall", "300ms").put("retries", 0));
    scene.expectOldFile(
        report, server.url() + " sent nothing for 300ms (40960 of 600000 bytes were there)");
    assertThat(server.requests()).hasSize(1);
    assertThat(scene.beside()).containsExactly(part(), part() + ".tag");
    first.gate().countDown();
    second.gate().countDown();
  }

  @Test
  void aServerThatNeverAnswersIsGivenUpToo() throws Exception {
    Manner.HeldAfter silent = Manner.HeldAfter.bytes(0);
    server.answers(silent, silent);
    scene.expectOld(
        failed(args().put("stall", "200ms").put("retries", 1)),
        server.url() + " sent nothing for 200ms",
        "tried 2 times");
    silent.gate().countDown();
  }

  @Test
  void whatIsThereIsGoneOnWithWhenTheConnectionIsCut() throws Exception {
    server.answers(
        new Manner.CutAfter(100_000), new Manner.Status(503), new Manner.CutAfter(200_000));
    ActionReport report = done(args());
    scene.expectNew(NEW);
    assertThat(server.ranges())
        .containsExactly("all", "bytes=100000-", "bytes=100000-", "bytes=300000-");
    assertThat(Caller.payload(report).get("attempts").intValue()).isEqualTo(4);
  }

  @Test
  void anotherActionGoesOnWithWhatAFailedOneLeft() throws Exception {
    server.answers(new Manner.CutAfter(100_000));
    scene.expectOldFile(failed(args().put("retries", 0)), "was cut (100000 of 600000 bytes");
    done(args());
    scene.expectNew(NEW);
    assertThat(server.ranges()).containsExactly("all", "bytes=100000-");
  }

  @Test
  void aServerWithoutRangesIsReadFromTheBeginning() throws Exception {
    server.answers(new Manner.CutAfter(100_000), new Manner.WithoutRanges());
    done(args());
    scene.expectNew(NEW);
  }

  @Test
  void anArtifactThatChangedMeanwhileIsNotMixed() throws Exception {
    byte[] other = ArtifactScene.bytes(3, 600_000);
    server.answers(new Manner.CutAfter(100_000));
    failed(args().put("retries", 0));
    server.becomes(other);
    ObjectNode unhashed = args();
    unhashed.remove("sha256");
    done(unhashed);
    scene.expectNew(other);
  }

  @Test
  void bytesThatDoNotBelongToItAreBroughtAgain() throws Exception {
    Path hidden = Files.createDirectory(scene.folder().resolve(".tool.muster"));
    Files.write(hidden.resolve(part()), ArtifactScene.bytes(9, 50_000));
    done(args());
    scene.expectNew(NEW);
    assertThat(server.ranges()).containsExactly("bytes=50000-", "all");
  }

  @Test
  void aLengthThatNobodyKnowsIsNoObstacle() throws Exception {
    server.answers(new Manner.OfUnknownLength());
    done(args());
    scene.expectNew(NEW);
  }

  @Test
  void theTimeOfTheActionIsTheTotal() throws Exception {
    Manner.HeldAfter slow = Manner.HeldAfter.bytes(8_192);
    server.answers(slow);
    UUID id =
        agent
            .caller()
            .accepted(ArtifactScene.install(args()).replaceFirst("\\{", "{\"timeoutMs\": 700, "));
    ActionReport report = agent.caller().until(id, ActionState.FAILED);
    scene.expectOldFile(report, "was not whole in time: 8192 bytes were there");
    slow.gate().countDown();
  }

  @Test
  void aCancelledDownloadLeavesNothing() throws Exception {
    Manner.HeldAfter slow = Manner.HeldAfter.bytes(8_192);
    server.answers(slow);
    UUID id = agent.caller().accepted(ArtifactScene.install(args()));
    slow.held().await();
    assertThat(agent.caller().signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
    agent.caller().until(id, ActionState.CANCELLED);
    assertThat(Files.readString(scene.target())).isEqualTo(ArtifactScene.OLD);
    assertThat(scene.beside()).isEmpty();
    slow.gate().countDown();
  }

  @Test
  void aSuspendedDownloadGoesOnWhenItIsResumed() throws Exception {
    Manner.HeldAfter slow = Manner.HeldAfter.bytes(8_192);
    server.answers(slow);
    UUID id = agent.caller().accepted(ArtifactScene.install(args()));
    slow.held().await();
    assertThat(agent.caller().signal(id, Signal.SUSPEND).statusCode()).isEqualTo(202);
    slow.gate().countDown();
    assertThat(agent.caller().until(id, ActionState.SUSPENDED).finishedAt()).isEmpty();
    assertThat(Files.readString(scene.target())).isEqualTo(ArtifactScene.OLD);
    assertThat(agent.caller().signal(id, Signal.RESUME).statusCode()).isEqualTo(202);
    agent.caller().until(id, ActionState.DONE);
    scene.expectNew(NEW);
  }

  @Test
  void aServerThatIsNotThereIsSaid() throws Exception {
    server.close();
    scene.expectOld(
        failed(args().put("retries", 1)),
        server.url() + " cannot be reached: connection refused; tried 2 times");
  }

  @Test
  void aFileOfAnInstallationBeforeMayBeUsedByNobodyElse() throws Exception {
    done(args());
    try (Stream<Path> files = Files.list(scene.folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("tool", ".tool.muster");
    }
    assertThat(Files.getPosixFilePermissions(scene.folder().resolve(".tool.muster"))).hasSize(3);
  }

  private static String part() {
    return "part-" + ArtifactScene.sha256(NEW);
  }

  private ObjectNode args() {
    return scene.from(server.url(), NEW);
  }

  private ActionReport done(ObjectNode args) {
    return ended(args, ActionState.DONE);
  }

  private ActionReport failed(ObjectNode args) {
    return ended(args, ActionState.FAILED);
  }

  private ActionReport ended(ObjectNode args, ActionState state) {
    return agent.caller().until(agent.caller().accepted(ArtifactScene.install(args)), state);
  }
}
