package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProtocolTest {

  private TestAgent agent;
  private Caller caller;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    agent = TestAgent.start(folder.resolve("data"), "--allow", "*", "--attribute", "rack=b4");
    caller = agent.caller();
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  @Test
  void saysWhoItIs() {
    AgentInfo info = caller.info();
    assertThat(info.nodeId()).isEqualTo("n1");
    assertThat(info.platform()).matches("[a-z]+-[a-z0-9]+");
    assertThat(info.status()).isEqualTo(NodeStatus.UP);
    assertThat(info.attributes()).containsEntry("rack", "b4");
    assertThat(info.kinds()).isSorted().contains("exec.command", "check.http", "test.success");
    assertThat(info.kinds()).doesNotContain("exec.script", "service.start");
    assertThat(caller.info().epoch()).isEqualTo(info.epoch());
  }

  @Test
  void executesAnActionAndKeepsItsWholeHistory() {
    UUID id = UUID.randomUUID();
    caller.accepted(
        """
        {"id": "%s", "kind": "test.success", "args": {"a": [1, 2.50]}, "origin": "core",
         "metadata": {"run": "r1"}, "createdAt": "2026-01-31T12:00:00.123Z", "future": 1}
        """
            .formatted(id));
    ActionReport report = caller.until(id, ActionState.DONE);
    assertThat(report.origin()).isEqualTo("core");
    assertThat(report.metadata()).containsEntry("run", "r1");
    assertThat(report.createdAt()).isEqualTo(Instant.parse("2026-01-31T12:00:00.123Z"));
    assertThat(report.receivedAt()).isAfter(report.createdAt());
    assertThat(report.payload()).contains(report.args());
    assertThat(report.transitions().orElseThrow())
        .extracting(ActionReport.Step::state)
        .containsExactly(ActionState.NEW, ActionState.RUNNING, ActionState.DONE);
  }

  @Test
  void answersEachSubmissionByItself() {
    UUID id = UUID.randomUUID();
    String good = "{\"id\":\"%s\",\"kind\":\"test.success\",\"args\":{\"n\":1}}".formatted(id);
    List<SubmissionAnswer> answers =
        caller.submit(
            good,
            good,
            good.replace("1}", "2}"),
            good.replace("test.success", "test.ping"),
            "{\"kind\":\"no.such\"}",
            "{\"kind\":\"exec.command\",\"args\":{\"argvv\":[\"x\"]}}",
            "17");
    assertThat(answers)
        .extracting(SubmissionAnswer::result)
        .containsExactly(
            Verdict.ACCEPTED,
            Verdict.DUPLICATE,
            Verdict.CONFLICT,
            Verdict.CONFLICT,
            Verdict.REFUSED,
            Verdict.REFUSED,
            Verdict.REFUSED);
    assertThat(answers.get(2).record().orElseThrow().args().get("n").intValue()).isEqualTo(1);
    assertThat(answers.get(4).reason().orElseThrow()).contains("'no.such'").contains("test.ping");
    assertThat(answers.get(5).reason().orElseThrow()).contains("args.argv");
    assertThat(caller.snapshot(0).actions()).hasSize(1);
  }

  @Test
  void takesOneOfManyConcurrentSubmissionsOfOneId() throws Exception {
    UUID id = UUID.randomUUID();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      List<Callable<Verdict>> calls =
          IntStream.range(0, 64)
              .<Callable<Verdict>>mapToObj(i ->
                  () ->
                      caller
                          .submit(
                              "{\"id\":\"%s\",\"kind\":\"test.success\",\"args\":{\"n\":%d}}"
                                  .formatted(id, i % 2))
                          .getFirst()
                          .result())
              .toList();
      List<Verdict> verdicts = threads.invokeAll(calls).stream().map(Future::resultNow).toList();
      assertThat(verdicts).filteredOn(Verdict.ACCEPTED::equals).hasSize(1);
      assertThat(verdicts).filteredOn(Verdict.DUPLICATE::equals).hasSize(31);
      assertThat(verdicts).filteredOn(Verdict.CONFLICT::equals).hasSize(32);
    }
  }

  @Test
  void executesOneAtATimeInTheOrderOfReceipt() {
    List<UUID> ids =
        IntStream.range(0, 10)
            .mapToObj(i ->
                caller.accepted(
                    "{\"kind\":\"exec.command\",\"args\":{\"argv\":[\"sleep\",\"0.02\"]}}"))
            .toList();
    caller.until(ids.getLast(), ActionState.DONE);
    List<ActionReport> reports = caller.snapshot(0).actions();
    assertThat(reports).extracting(ActionReport::id).containsExactlyElementsOf(ids);
    for (int i = 1; i < reports.size(); i++) {
      assertThat(reports.get(i).startedAt().orElseThrow())
          .isAfterOrEqualTo(reports.get(i - 1).finishedAt().orElseThrow());
    }
  }

  @Test
  void showsWhatIsUnfinishedAlwaysAndWhatFinishedOnce() {
    UUID first = caller.accepted("{\"kind\":\"test.success\"}");
    caller.until(first, ActionState.DONE);
    UUID running = caller.accepted("{\"kind\":\"test.success\",\"args\":{\"delay_ms\":60000}}");
    UUID waiting = caller.accepted("{\"kind\":\"test.ping\"}");
    caller.until(running, ActionState.RUNNING);
    ActionSnapshot whole = caller.snapshot(0);
    assertThat(whole.actions())
        .extracting(ActionReport::id)
        .containsExactly(running, waiting, first);
    assertThat(whole.completeSince()).isZero();
    assertThat(caller.snapshot(whole.cursor()).actions())
        .extracting(ActionReport::id)
        .containsExactly(running, waiting);
    assertThat(caller.signal(running, Signal.CANCEL).statusCode()).isEqualTo(202);
    caller.until(waiting, ActionState.DONE);
    assertThat(caller.snapshot(whole.cursor()).actions())
        .extracting(ActionReport::id)
        .containsExactly(running, waiting);
  }

  @Test
  void answersAWholeSnapshotToACursorOfAnotherStore() {
    UUID id = caller.accepted("{\"kind\":\"test.success\"}");
    caller.until(id, ActionState.DONE);
    assertThat(caller.await(999_999, 30).actions()).hasSize(1);
  }

  @Test
  void holdsALongPollUntilSomethingChanges() throws Exception {
    long cursor = caller.snapshot(0).cursor();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<ActionSnapshot> polled = threads.submit(() -> caller.await(cursor, 30));
      while (!caller.get("/metrics").body().contains("muster_agent_waiting 1")) {
        assertThat(polled.isDone()).isFalse();
      }
      caller.accepted("{\"kind\":\"test.success\"}");
      ActionSnapshot snapshot = polled.get();
      assertThat(snapshot.cursor()).isGreaterThan(cursor);
      assertThat(snapshot.actions()).hasSize(1);
    }
  }

  @Test
  void endsALongPollWhenNothingChanges() {
    long cursor = caller.snapshot(0).cursor();
    long begin = System.nanoTime();
    assertThat(caller.await(cursor, 1).cursor()).isEqualTo(cursor);
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(Duration.ofMillis(950), Duration.ofSeconds(5));
  }

  @Test
  void showsAndFollowsWhatAnActionPrints() {
    UUID id =
        caller.accepted(
            """
            {"kind": "exec.command", "args": {"argv":
              ["sh", "-c", "echo one; echo two >&2; sleep 0.2; echo three; exit 4"]}}
            """);
    String log = caller.untilPrinted(id, "three");
    assertThat(log).contains("one\n").contains("two\n");
    ActionReport report = caller.until(id, ActionState.FAILED);
    assertThat(report.exitCode()).contains(4);
    assertThat(Caller.payload(report).get("stdout").stringValue()).isEqualTo("one\nthree");
    assertThat(Caller.payload(report).get("stderr").stringValue()).isEqualTo("two");
    assertThat(report.error().orElseThrow().message()).contains("exit code 4");
    HttpResponse<String> rest = caller.get("/v1/actions/" + id + "/log?offset=4&wait=30");
    assertThat(rest.body()).isEqualTo(log.substring(4));
    assertThat(rest.headers().firstValue("Muster-Log-Complete")).contains("true");
  }

  @Test
  void answersForItsHealthAndItsFigures() {
    assertThat(caller.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(caller.get("/metrics").body())
        .contains("muster_agent_actions{state=\"DONE\"} 0")
        .contains("muster_agent_node_up{status=\"UP\"} 1");
  }
}
