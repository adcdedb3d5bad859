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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent is killed with SIGKILL at different moments, and started again on the same data. */
final class CrashTest {

  @TempDir Path folder;

  @Test
  void aProcessThatStillRunsIsFoundAgain() throws Exception {
    Path count = folder.resolve("count");
    Path gate = folder.resolve("gate");
    UUID id;
    UUID next;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      id =
          shell(
              caller,
              "echo x >> %s; echo begun; until [ -e %s ]; do sleep 0.02; done; echo over; exit 6"
                  .formatted(count, gate));
      next = caller.accepted("{\"kind\":\"test.ping\"}");
      caller.untilPrinted(id, "begun");
    }
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      assertThat(caller.action(id).state()).isEqualTo(ActionState.RUNNING);
      assertThat(caller.action(next).state()).isEqualTo(ActionState.NEW);
      Files.createFile(gate);
      ActionReport report = caller.until(id, ActionState.FAILED);
      assertThat(report.exitCode()).contains(6);
      assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("begun\nover");
      assertThat(caller.get("/v1/actions/" + id + "/log").body()).isEqualTo("begun\nover\n");
      assertThat(report.transitions().orElseThrow())
          .extracting(step -> step.why().orElse(""))
          .contains("recovered after a restart of the agent");
      caller.until(next, ActionState.DONE);
    }
    assertThat(Files.readString(count)).isEqualTo("x\n");
  }

  @Test
  void aProcessThatEndedMeanwhileIsKnownByItsExitCode() throws Exception {
    Path gate = folder.resolve("gate");
    UUID id;
    ProcessHandle shell;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      id =
          shell(
              caller,
              "echo pid $$; until [ -e %s ]; do sleep 0.02; done; echo over".formatted(gate));
      String log = caller.untilPrinted(id, "\n");
      shell = ProcessHandle.of(Long.parseLong(log.strip().substring(4))).orElseThrow();
    }
    ProcessHandle wrapper = shell.parent().orElseThrow();
    Files.createFile(gate);
    wrapper.onExit().get();
    try (AgentProcess agent = start()) {
      ActionReport report = agent.caller().until(id, ActionState.DONE);
      assertThat(report.exitCode()).contains(0);
      assertThat(Caller.payload(report).get("stdout").stringValue()).endsWith("over");
    }
  }

  @Test
  void aProcessThatWasKilledMeanwhileIsNotBegunAgain() throws Exception {
    Path count = folder.resolve("count");
    UUID id;
    ProcessHandle shell;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      id = shell(caller, "echo x >> %s; echo pid $$; exec sleep 600".formatted(count));
      String log = caller.untilPrinted(id, "\n");
      shell = ProcessHandle.of(Long.parseLong(log.strip().substring(4))).orElseThrow();
    }
    ProcessHandle wrapper = shell.parent().orElseThrow();
    wrapper.destroyForcibly();
    shell.destroyForcibly();
    wrapper.onExit().get();
    try (AgentProcess agent = start()) {
      ActionReport report = agent.caller().until(id, ActionState.FAILED);
      assertThat(report.error().orElseThrow().message()).contains("was killed before it ended");
      assertThat(report.exitCode()).isEmpty();
    }
    assertThat(Files.readString(count)).isEqualTo("x\n");
  }

  @Test
  void aCancelThatWasTakenIsCarriedOut() throws Exception {
    UUID id;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      id =
          caller.accepted(
              """
              {"kind": "exec.command", "args": {"grace": "1s",
                "argv": ["sh", "-c", "trap 'echo ignored' TERM; echo begun; while :; do sleep 0.1; done"]}}
              """);
      caller.untilPrinted(id, "begun");
      assertThat(caller.signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
      caller.untilPrinted(id, "ignored");
    }
    try (AgentProcess agent = start()) {
      assertThat(agent.caller().until(id, ActionState.CANCELLED).finishedAt()).isPresent();
    }
  }

  @Test
  void aLoopGoesOnWhereItWas() throws Exception {
    UUID id;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      id = caller.accepted("{\"kind\":\"test.loop\",\"args\":{\"count\":40,\"delay_ms\":25}}");
      long cursor = 0;
      while (caller.action(id).payload().map(p -> p.get("count").intValue()).orElse(0) < 5) {
        cursor = caller.await(cursor, 5).cursor();
      }
    }
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      assertThat(Caller.payload(caller.action(id)).get("count").intValue())
          .isGreaterThanOrEqualTo(5);
      ActionReport report = caller.until(id, ActionState.DONE);
      assertThat(Caller.payload(report).get("count").intValue()).isEqualTo(40);
    }
  }

  @Test
  void whatWasAcknowledgedIsThereAndTheStoreIsTheSame() throws Exception {
    List<UUID> ids;
    UUID epoch;
    long cursor;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      ids =
          List.of(
              caller.accepted("{\"kind\":\"test.success\",\"args\":{\"delay_ms\":300}}"),
              caller.accepted("{\"kind\":\"test.ping\"}"),
              caller.accepted("{\"kind\":\"test.ping\"}"));
      epoch = caller.info().epoch();
      cursor = caller.snapshot(0).cursor();
    }
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      assertThat(caller.info().epoch()).isEqualTo(epoch);
      caller.until(ids.getLast(), ActionState.DONE);
      assertThat(caller.snapshot(0).cursor()).isGreaterThan(cursor);
      assertThat(caller.snapshot(0).actions())
          .extracting(ActionReport::id)
          .containsExactlyElementsOf(ids);
    }
  }

  @Test
  void aSuspendedActionStaysSuspended() throws Exception {
    UUID id;
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      id = shell(caller, "echo begun; sleep 0.2; echo over");
      caller.untilPrinted(id, "begun");
      assertThat(caller.signal(id, Signal.SUSPEND).statusCode()).isEqualTo(202);
    }
    try (AgentProcess agent = start()) {
      Caller caller = agent.caller();
      assertThat(caller.action(id).state()).isEqualTo(ActionState.SUSPENDED);
      assertThat(caller.signal(id, Signal.RESUME).statusCode()).isEqualTo(202);
      caller.until(id, ActionState.DONE);
    }
  }

  /** SQLite's native library has another name at each start. */
  @Test
  void whatAKilledAgentUnpackedIsRemovedByTheNext() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    for (int start = 0; start < 2; start++) {
      try (AgentProcess agent =
          AgentProcess.startIn(temporary, folder.resolve("data"), "--allow", "sh")) {
        agent.caller().accepted("{\"kind\":\"test.ping\"}");
      }
    }
    assertThat(temporary).isEmptyDirectory();
    try (Stream<Path> unpacked = Files.list(folder.resolve("data/native"))) {
      assertThat(unpacked.filter(file -> file.toString().endsWith(".so"))).hasSize(1);
    }
  }

  private AgentProcess start() throws Exception {
    return AgentProcess.start(folder.resolve("data"), "--allow", "sh");
  }

  private static UUID shell(Caller caller, String script) {
    return caller.accepted(
        "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"sh\",\"-c\",\"%s\"]}}".formatted(script));
  }
}
