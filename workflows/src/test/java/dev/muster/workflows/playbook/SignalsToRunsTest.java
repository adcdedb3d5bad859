package dev.muster.workflows.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.run.ProgressState;
import dev.muster.workflows.contract.BadSignal;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunCommand.Verb;
import dev.muster.workflows.contract.RunEnd;
import dev.muster.workflows.testing.FakeCluster;
import dev.muster.workflows.testing.FakeRun;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowUpdateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people may type, and what becomes of it. */
final class SignalsToRunsTest {

  private static final String ID = Ids.playbook(FakeRun.INPUT.run());

  private final TestEngine engine = TestEngine.start();

  @BeforeEach
  void start() {
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void aSignalThatCannotBeReadIsShownAndKeptInTheAuditAndTheRunGoesOn() {
    engine.untyped(ID).signal("pause", Map.of("why", "no author"));
    assertThat(ignored()).isEqualTo(bad("pause", "", "by: missing or null; it is required"));
    engine.untyped(ID).signal("approve");
    assertThat(ignored()).isEqualTo(bad("approve", "", "nothing was said"));
    engine.untyped(ID).signal("cancel", List.of(1, 2));
    assertThat(ignored()).isEqualTo(bad("cancel", "", "a list instead of an object"));
    engine.untyped(ID).signal("cancel", "ada says so");
    assertThat(ignored()).isEqualTo(bad("cancel", "", "a text instead of an object"));
    engine.untyped(ID).signal("cancel", new byte[] {1, 2});
    assertThat(ignored().why()).contains("encoding 'binary/plain' cannot be read");
    engine.untyped(ID).signal("resume", Map.of("by", "ada"), Map.of("by", "bob"));
    assertThat(ignored()).isEqualTo(bad("resume", "", "several payloads instead of one"));
    engine.untyped(ID).signal("reject", Map.of("by", "ada", "wyh", "typo"));
    assertThat(ignored().why()).isEqualTo("wyh: unknown field (expected: by, planHash, why)");
    engine.untyped(ID).signal("reject", Map.of("by", 7));
    assertThat(ignored().why()).isEqualTo("by: '7' does not fit (expected: a text)");
    engine.untyped(ID).signal("aprove", Map.of("by", "ada"));
    BadSignal unknown = ignored();
    assertThat(unknown.name()).isEqualTo("aprove");
    assertThat(unknown.by()).contains("ada");
    assertThat(unknown.why())
        .isEqualTo("unknown signal (expected: pause, resume, cancel, approve, reject)");

    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains("Signals that did nothing", "`aprove` by `ada` was ignored: `unknown signal")
        .contains("`reject` by `ada` was ignored: `wyh: unknown field")
        .doesNotContain("`pause`");
    assertThat(engine.run.advances).isEmpty();
    assertThat(engine.count(ID, EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED)).isZero();
    signal("pause");
    assertThat(engine.run.nextAdvance().commands()).hasSize(1);
    engine.record("playbook-bad-signals", engine.history(ID));
  }

  @Test
  void whatIsTypedCannotChangeWhatTheDetailsSay() {
    engine
        .untyped(ID)
        .signal(
            "<img src=x>\n# Approved",
            Map.of("by", "`eve`\u001b[31m **boss** [x](http://evil)\u202e"));
    BadSignal bad = ignored();
    assertThat(bad.name()).isEqualTo("<img src=x> # Approved");
    assertThat(bad.by()).contains("`eve`\uFFFD[31m **boss** [x](http://evil)\uFFFD");
    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains("`<img src=x> # Approved` by `'eve'\uFFFD[31m **boss** [x](http://evil)\uFFFD`")
        .contains("`unknown signal (expected: pause, resume, cancel, approve, reject)`");
  }

  @Test
  void namesOfAnyLengthFitIntoTheHistory() {
    engine.untyped(ID).signal("pause", Map.of("by", "a".repeat(900_000)));
    assertThat(engine.run.nextAdvance().commands()).hasSize(1);
    engine.untyped(ID).signal("pause", Map.of("by", "ada", "x".repeat(40_000), 1));
    assertThat(ignored().why()).hasSizeLessThan(200).contains("…: unknown field (expected: by");
    engine.awaitQuiet(ID);
    assertThat(engine.history(ID).getHistory().getSerializedSize()).isLessThan(1_000_000);
  }

  @Test
  void aHundredBadSignalsDoNotCostAHundredActivities() {
    for (int i = 0; i < 100; i++) {
      engine.untyped(ID).signal("aprove", i);
    }
    List<BadSignal> all = new ArrayList<>();
    while (all.size() < 100) {
      all.addAll(FakeCluster.next(engine.run.ignored).signals());
    }
    assertThat(all).hasSize(100);
    signal("pause");
    engine.run.nextAdvance();
  }

  @Test
  void theAuditIsTriedUntilTheDatabaseTakesIt() {
    engine.run.failures.set(5);
    engine.untyped(ID).signal("approve");
    engine.pass(Duration.ofSeconds(20));
    assertThat(ignored().name()).isEqualTo("approve");
  }

  @Test
  void aSignalThatIsRefusedIsShown() {
    signal("approve");
    assertThat(engine.run.nextAdvance().commands()).hasSize(1);
    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains("`approve` by `ada` was refused: `nothing waits for approval`");
    assertThat(engine.run.ignored).as("the command's own audit says so").isEmpty();
  }

  @Test
  void whatWaitsForApprovalSaysHowToApproveItInABlockOfItsOwn() {
    engine.run.in(ProgressState.PENDING_APPROVE);
    engine.engine.progressed(FakeRun.INPUT.run());
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains("Waits for approval")
        .containsPattern("temporal workflow update execute .*--name approve \\\\\n")
        .contains("--workflow-id " + ID + " \\\n")
        .contains("--input '{\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}'\n```\n\n```\n")
        .containsPattern("temporal workflow update execute .*--name reject \\\\\n");
  }

  @ParameterizedTest
  @CsvSource({"pause,PAUSE,Paused", "cancel,CANCEL,Cancelled"})
  void anUpdateMayBeNamedAsTheSignalIs(String name, Verb verb, String outcome) {
    CommandOutcome answer =
        engine.untyped(ID).update(name, CommandOutcome.class, Map.of("by", "ada"));
    assertThat(answer).isEqualTo(CommandOutcome.applied(outcome));
    assertThat(engine.run.nextAdvance().commands())
        .extracting(RunCommand::verb)
        .containsExactly(verb);
  }

  @Test
  void anInstructionMayBeTypedFlat() {
    CommandOutcome answer =
        engine
            .untyped(ID)
            .update("instruct", CommandOutcome.class, Map.of("verb", "pause", "by", "ada"));
    assertThat(answer).isEqualTo(CommandOutcome.applied("Paused"));
  }

  @Test
  void aBadUpdateIsRejectedWithTheReasonAndLeavesNoTrace() {
    assertRejected(
        "instruct",
        Map.of("verb", "dance", "by", "ada"),
        "verb: 'dance' does not fit (expected: one of");
    assertRejected("pause", Map.of("by", "ada", "x", 1), "x: unknown field (expected: by,");
    assertRejected("pauze", Map.of("by", "ada"), "unknown update 'pauze' (expected: instruct,");
    assertRejected("pause", "ada", "a text instead of an object (expected: {\"by\"");
    assertThat(engine.run.advances).isEmpty();
    assertThat(engine.run.ignored).isEmpty();
    assertThat(engine.count(ID, EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED)).isZero();
  }

  @Test
  void aRunThatEndsWritesItsAuditFirst() {
    engine.run.in(ProgressState.COMPLETED);
    engine.untyped(ID).signal("aprove");
    engine.engine.progressed(FakeRun.INPUT.run());
    engine.result(ID, RunEnd.class);
    assertThat(ignored().name()).isEqualTo("aprove");
  }

  private void assertRejected(String name, Object input, String why) {
    assertThatThrownBy(() -> engine.untyped(ID).update(name, CommandOutcome.class, input))
        .isInstanceOf(WorkflowUpdateException.class)
        .rootCause()
        .hasMessageContaining(why);
  }

  private void signal(String name) {
    engine.untyped(ID).signal(name, Map.of("by", "ada", "why", "because"));
  }

  /** The next one, without its time; what was expected is cut off where it is an example. */
  private BadSignal ignored() {
    IgnoredSignals next = FakeCluster.next(engine.run.ignored);
    assertThat(next.run()).contains(FakeRun.INPUT.run());
    assertThat(next.cluster()).isEqualTo(FakeCluster.NAME);
    BadSignal signal = next.signals().getFirst();
    String why = signal.why().replaceAll(" \\(expected: \\{.*", "");
    return new BadSignal(signal.name(), signal.by(), why, java.time.Instant.EPOCH);
  }

  private static BadSignal bad(String name, String by, String why) {
    return new BadSignal(
        name, Optional.of(by).filter(who -> !who.isEmpty()), why, java.time.Instant.EPOCH);
  }
}
