package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SignalTest {

  private TestAgent agent;
  private Caller caller;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    agent = TestAgent.start(folder.resolve("data"), "--allow", "sh");
    caller = agent.caller();
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @Test
  void cancelsOneThatHasNotBegunAtOnce() {
    UUID running = caller.accepted("{\"kind\":\"test.ping\",\"args\":{\"delay_ms\":60000}}");
    UUID waiting = caller.accepted("{\"kind\":\"test.ping\"}");
    assertThat(caller.signal(waiting, Signal.CANCEL).statusCode()).isEqualTo(202);
    ActionReport report = caller.action(waiting);
    assertThat(report.state()).isEqualTo(ActionState.CANCELLED);
    assertThat(report.startedAt()).isEmpty();
    caller.until(running, ActionState.RUNNING);
    assertThat(caller.signal(running, Signal.CANCEL).statusCode()).isEqualTo(202);
    caller.until(running, ActionState.CANCELLED);
  }

  @Test
  void letsAProcessEndByItself() {
    UUID id = shell("trap 'echo bye; exit 9' TERM; echo begun; while :; do sleep 0.05; done", "5s");
    caller.untilPrinted(id, "begun");
    assertThat(caller.signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
    ActionReport report = caller.until(id, ActionState.CANCELLED);
    assertThat(report.exitCode()).contains(9);
    assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("begun\nbye");
  }

  @Test
  void killsAProcessThatWillNotEndWithAllItsChildren() {
    UUID id = shell("trap '' TERM; sleep 500 & echo pid $!; while :; do sleep 0.05; done", "100ms");
    String log = caller.untilPrinted(id, "\n");
    ProcessHandle child = ProcessHandle.of(Long.parseLong(log.strip().substring(4))).orElseThrow();
    assertThat(caller.signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
    ActionReport report = caller.until(id, ActionState.CANCELLED);
    assertThat(report.exitCode()).isEmpty();
    child.onExit().orTimeout(5, TimeUnit.SECONDS).join();
  }

  @Test
  void suspendsAndResumesAProcess() {
    UUID id = shell("i=0; while [ $i -lt 20 ]; do i=$((i+1)); echo $i; sleep 0.02; done", "5s");
    caller.untilPrinted(id, "2\n");
    assertThat(caller.signal(id, Signal.SUSPEND).statusCode()).isEqualTo(202);
    assertThat(caller.action(id).state()).isEqualTo(ActionState.SUSPENDED);
    String held = quiet(id);
    assertThat(
            caller.get("/v1/actions/%s/log?offset=%d&wait=1".formatted(id, held.length())).body())
        .isEmpty();
    assertThat(caller.signal(id, Signal.RESUME).statusCode()).isEqualTo(202);
    ActionReport report = caller.until(id, ActionState.DONE);
    assertThat(Caller.payload(report).get("stdout").stringValue()).endsWith("19\n20");
    assertThat(report.transitions().orElseThrow())
        .extracting(ActionReport.Step::state)
        .containsExactly(
            ActionState.NEW,
            ActionState.RUNNING,
            ActionState.SUSPENDED,
            ActionState.RUNNING,
            ActionState.DONE);
  }

  @Test
  void cancelsWhatIsSuspended() {
    UUID id = shell("echo begun; sleep 500", "5s");
    caller.untilPrinted(id, "begun");
    caller.signal(id, Signal.SUSPEND);
    caller.signal(id, Signal.CANCEL);
    caller.until(id, ActionState.CANCELLED);
  }

  @Test
  void stopsAProcessWhoseTimeIsOver() {
    UUID id =
        caller.accepted(
            """
            {"kind": "exec.command", "timeoutMs": 200,
             "args": {"argv": ["sh", "-c", "echo begun; sleep 500"]}}
            """);
    ActionReport report = caller.until(id, ActionState.FAILED);
    assertThat(report.error().orElseThrow().message()).contains("did not end in time");
    assertThat(
            Duration.between(report.startedAt().orElseThrow(), report.finishedAt().orElseThrow()))
        .isBetween(Duration.ofMillis(200), Duration.ofSeconds(5));
  }

  @Test
  void timeSpentSuspendedDoesNotCount() {
    UUID id =
        caller.accepted("{\"kind\":\"test.ping\",\"timeoutMs\":1200,\"args\":{\"delay_ms\":400}}");
    caller.until(id, ActionState.RUNNING);
    caller.signal(id, Signal.SUSPEND);
    long cursor = caller.snapshot(0).cursor();
    assertThat(caller.await(cursor, 2).cursor()).isEqualTo(cursor);
    caller.signal(id, Signal.RESUME);
    caller.until(id, ActionState.DONE);
  }

  @Test
  void aSecondSuspendOrResumeChangesNothing() {
    UUID id = caller.accepted("{\"kind\":\"test.ping\",\"args\":{\"delay_ms\":60000}}");
    caller.until(id, ActionState.RUNNING);
    for (Signal signal : List.of(Signal.SUSPEND, Signal.SUSPEND, Signal.RESUME, Signal.RESUME)) {
      assertThat(caller.signal(id, signal).statusCode()).isEqualTo(202);
    }
    assertThat(caller.post("/v1/actions/" + id + "/signal", "{\"signal\":\"JUMP\"}").statusCode())
        .isEqualTo(400);
    assertThat(caller.action(id).transitions().orElseThrow())
        .extracting(ActionReport.Step::state)
        .containsExactly(
            ActionState.NEW, ActionState.RUNNING, ActionState.SUSPENDED, ActionState.RUNNING);
  }

  @Test
  void saysWhyASignalChangesNothing() {
    UUID running = caller.accepted("{\"kind\":\"test.ping\",\"args\":{\"delay_ms\":60000}}");
    UUID waiting = caller.accepted("{\"kind\":\"test.ping\"}");
    Problem notBegun = caller.problem(caller.signal(waiting, Signal.SUSPEND));
    assertThat(notBegun.status()).isEqualTo(409);
    assertThat(notBegun.type()).isEqualTo("urn:muster:problem:signal-ignored");
    assertThat(notBegun.detail().orElseThrow()).contains("has not begun");
    caller.until(running, ActionState.RUNNING);
    caller.signal(running, Signal.CANCEL);
    caller.until(waiting, ActionState.DONE);
    assertThat(caller.problem(caller.signal(waiting, Signal.CANCEL)).detail().orElseThrow())
        .contains("has ended: DONE");
  }

  /** What was printed when nothing more comes. */
  private String quiet(UUID id) {
    String before = "";
    String now = caller.get("/v1/actions/" + id + "/log").body();
    while (!now.equals(before)) {
      before = now;
      String more =
          caller.get("/v1/actions/%s/log?offset=%d&wait=1".formatted(id, now.length())).body();
      now += more;
    }
    return now;
  }

  private UUID shell(String script, String grace) {
    return caller.accepted(
        "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"sh\",\"-c\",\"%s\"],\"grace\":\"%s\"}}"
            .formatted(script, grace));
  }
}
