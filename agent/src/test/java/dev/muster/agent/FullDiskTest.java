package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk that holds the agent's data fills up while it works, and gets room again. */
final class FullDiskTest {

  private static final String PING = "{\"kind\":\"test.ping\"}";

  @TempDir Path folder;
  private SmallDisk disk;
  private Path gate;

  @BeforeEach
  void mount() throws IOException {
    disk = SmallDisk.mount(Files.createDirectory(folder.resolve("disk")), 16);
    gate = folder.resolve("gate");
  }

  @AfterEach
  void unmount() throws IOException {
    disk.close();
  }

  @Test
  void smallAndLargeSubmissionsAreRefusedForNowAndTakenWhenThereIsRoom() throws Exception {
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      UUID before = caller.accepted(PING);
      caller.until(before, ActionState.DONE);
      disk.fill();

      expectFull(caller, caller.post("/v1/actions", "[" + PING + "]"));
      expectFull(
          caller,
          caller.post(
              "/v1/actions",
              "[{\"kind\":\"test.success\",\"args\":{\"text\":\"%s\"}}]"
                  .formatted("x".repeat(500_000))));
      expectFull(caller, caller.get("/healthz"));
      assertThat(caller.info().status()).isEqualTo(NodeStatus.UNHEALTHY);
      assertThat(caller.info().statusReason().orElseThrow()).contains("the disk is full");
      assertThat(caller.snapshot(0).actions()).hasSize(1);

      disk.free();
      caller.until(caller.accepted(PING), ActionState.DONE);
      assertThat(caller.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(caller.info().status()).isEqualTo(NodeStatus.UP);
    }
  }

  @Test
  void anActionThatEndsWhileTheDiskIsFullKeepsItsOutcomeAndTheNextOneWaits() throws Exception {
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      UUID running = caller.accepted(waitsForGate());
      UUID next = caller.accepted(PING);
      caller.untilPrinted(running, "begun");
      ProcessHandle process = shell(caller, running);
      disk.fill();
      Files.createFile(gate);
      process.onExit().get();
      assertThat(caller.action(next).state()).isEqualTo(ActionState.NEW);

      disk.free();
      expectKnown(caller.until(running, ActionState.FAILED));
      caller.until(next, ActionState.DONE);
    }
  }

  @Test
  void anAgentThatIsKilledWhileTheDiskIsFullStillKnowsHowItsActionEnded() throws Exception {
    UUID running;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      running = caller.accepted(waitsForGate());
      caller.untilPrinted(running, "begun");
      ProcessHandle process = shell(caller, running);
      disk.fill();
      agent.kill();
      Files.createFile(gate);
      process.onExit().get();
    }
    disk.free();
    try (AgentProcess agent = start()) {
      expectKnown(agent.caller().until(running, ActionState.FAILED));
    }
  }

  private AgentProcess start() throws IOException {
    return AgentProcess.start(folder.resolve("disk/data"), "--allow", "*");
  }

  private String waitsForGate() {
    return "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"/bin/sh\",\"-c\",\"echo $PPID begun; until [ -e %s ]; do sleep 0.02; done; exit 6\"]}}"
        .formatted(gate);
  }

  /** The agent's shell around the command: it writes down the exit code. */
  private static ProcessHandle shell(Caller caller, UUID action) {
    String log = caller.get("/v1/actions/" + action + "/log").body();
    return ProcessHandle.of(Long.parseLong(log.split(" ", 2)[0])).orElseThrow();
  }

  private static void expectFull(Caller caller, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(507);
    assertThat(caller.problem(answer).type()).isEqualTo("urn:muster:problem:disk-full");
    assertThat(caller.problem(answer).detail().orElseThrow())
        .contains("the disk is full", "nothing was changed", "make room");
  }

  private static void expectKnown(ActionReport report) {
    assertThat(report.exitCode()).contains(6);
    assertThat(Caller.payload(report).get("stdout").stringValue()).endsWith("begun");
  }
}
