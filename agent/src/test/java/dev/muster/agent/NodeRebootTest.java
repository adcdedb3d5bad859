package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** node.reboot, of a node whose boot id is a file of the test and whose death is the agent's. */
final class NodeRebootTest {

  private static final String REBOOT = "{\"kind\":\"node.reboot\"}";

  @TempDir Path folder;
  private Path bootId;
  private Path asked;

  @BeforeEach
  void boot() throws Exception {
    bootId = Files.writeString(folder.resolve("boot-id"), "boot-1\n");
    asked = folder.resolve("asked");
  }

  @Test
  void itIsDoneWhenTheNodeIsBackWithAnotherBootId() throws Exception {
    UUID id;
    UUID next;
    try (AgentProcess agent = start("echo asked >> " + asked)) {
      id = agent.caller().accepted(REBOOT);
      next = agent.caller().accepted("{\"kind\":\"test.ping\"}");
      agent.caller().untilPrinted(id, "waiting for the node to go down");
    }
    Files.writeString(bootId, "boot-2\n");
    try (AgentProcess agent = start("echo asked >> " + asked)) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("bootIdBefore").stringValue()).isEqualTo("boot-1");
      assertThat(Caller.payload(report).get("bootId").stringValue()).isEqualTo("boot-2");
      agent.caller().until(next, ActionState.DONE);
    }
    assertThat(asked).hasContent("asked\n");
  }

  @Test
  void anAgentThatIsBackBeforeTheNodeWentDownWaitsAndAsksNoSecondTime() throws Exception {
    UUID id;
    try (AgentProcess agent = start("echo asked >> " + asked)) {
      id = agent.caller().accepted(REBOOT);
      agent.caller().untilPrinted(id, "waiting for the node to go down");
    }
    try (AgentProcess agent = start("echo asked >> " + asked)) {
      agent.caller().untilPrinted(id, "waiting for the node to go down and come back\nasking");
      assertThat(agent.caller().action(id).state()).isEqualTo(ActionState.RUNNING);
      Files.writeString(bootId, "boot-2\n");
      agent.caller().until(id, ActionState.DONE);
    }
    assertThat(asked).hasContent("asked\n");
  }

  @Test
  void aSecondRebootAsksAgain() throws Exception {
    String once = "echo asked >> %s; echo boot-$(wc -l < %s)x > %s".formatted(asked, asked, bootId);
    try (AgentProcess agent = start(once)) {
      agent.caller().until(agent.caller().accepted(REBOOT), ActionState.DONE);
      agent.caller().until(agent.caller().accepted(REBOOT), ActionState.DONE);
    }
    assertThat(asked).hasContent("asked\nasked\n");
  }

  @Test
  void aNodeThatDoesNotGoDownInTimeFailed() throws Exception {
    try (AgentProcess agent = start("echo not today")) {
      UUID id = agent.caller().accepted("{\"kind\":\"node.reboot\",\"timeoutMs\":600}");
      ActionReport report = agent.caller().until(id, ActionState.FAILED);
      assertThat(report.error().orElseThrow().message())
          .isEqualTo("the node did not reboot in time: it still has the boot id boot-1");
      assertThat(report.error().orElseThrow().causes()).containsExactly("not today");
    }
  }

  @Test
  void aCommandThatIsRefusedFailedAtOnce() throws Exception {
    try (AgentProcess agent = start("echo no permission >&2; exit 1")) {
      ActionReport report =
          agent.caller().until(agent.caller().accepted(REBOOT), ActionState.FAILED);
      assertThat(report.exitCode()).contains(1);
      assertThat(report.error().orElseThrow().causes()).containsExactly("no permission");
    }
  }

  @Test
  void aCommandThatTheGoingDownKillsIsNoFailure() throws Exception {
    try (AgentProcess agent = start("kill -9 $$")) {
      UUID id = agent.caller().accepted(REBOOT);
      agent.caller().untilPrinted(id, "waiting for the node to go down");
      Files.writeString(bootId, "boot-2\n");
      agent.caller().until(id, ActionState.DONE);
    }
  }

  @Test
  void aCommandThatDiedWithTheAgentBeforeTheNodeWentDownIsRunAgain() throws Exception {
    String command =
        "echo $PPID $$ >> %s; [ $(wc -l < %s) -gt 1 ] || exec sleep 600".formatted(asked, asked);
    UUID id;
    List<ProcessHandle> processes;
    try (AgentProcess agent = start(command)) {
      id = agent.caller().accepted(REBOOT);
      agent.caller().untilPrinted(id, "asking the node to reboot");
      long cursor = 0;
      while (!Files.exists(asked) || Files.size(asked) == 0) {
        cursor = agent.caller().await(cursor, 1).cursor();
      }
      processes =
          Stream.of(Files.readString(asked).strip().split(" "))
              .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
              .toList();
    }
    processes.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle process : processes) {
      process.onExit().get();
    }
    try (AgentProcess agent = start(command)) {
      agent.caller().untilPrinted(id, "waiting for the node to go down");
      Files.writeString(bootId, "boot-2\n");
      agent.caller().until(id, ActionState.DONE);
    }
    assertThat(Files.readAllLines(asked)).hasSize(2);
  }

  @Test
  void itCanBeCancelledButNotSuspended() throws Exception {
    try (AgentProcess agent = start("true")) {
      UUID id = agent.caller().accepted(REBOOT);
      agent.caller().untilPrinted(id, "waiting for the node to go down");
      assertThat(agent.caller().signal(id, Signal.SUSPEND).statusCode()).isEqualTo(409);
      assertThat(agent.caller().signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
      agent.caller().until(id, ActionState.CANCELLED);
    }
  }

  @Test
  void itIsOffUnlessTheNodeSaysHow() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"))) {
      assertThat(agent.caller().refused(REBOOT))
          .contains("kind 'node.reboot' is off on this node: it is not configured");
    }
  }

  private AgentProcess start(String command) throws Exception {
    String config =
        TestAgent.config(
            folder,
            "{\"reboot\": {\"command\": [\"sh\", \"-c\", \"%s\"], \"bootId\": \"%s\"}}"
                .formatted(command, bootId));
    return AgentProcess.start(folder.resolve("data"), "--config", config);
  }
}
