package dev.muster.workflows.orchestration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.RequestedAction;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.BadSignal;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.testing.FakeCluster;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowUpdateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people may type, and what becomes of it. */
final class SignalsToClustersTest {

  private static final String ID = Ids.orchestration(FakeCluster.NAME);
  private static final ActionId ACTION = ActionId.derived("a");

  private final TestEngine engine = TestEngine.start();

  @BeforeEach
  void start() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.awaitQuiet(ID);
  }

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void aSignalThatCannotBeReadIsShownAndKeptInTheAuditAndTheOrchestrationGoesOn() {
    engine.untyped(ID).signal("command", Map.of("verb", "APPROVE", "by", "ada"));
    BadSignal first = ignored();
    assertThat(first.why())
        .startsWith("action: missing or null; it is required (expected: {\"action\":");
    assertThat(first.by()).contains("ada");
    engine.untyped(ID).signal("command", Map.of("action", "7", "verb", "approve"));
    assertThat(ignored().why())
        .isEqualTo(
            "action: '7' does not fit (expected: a UUID, such as 0192f0c1-7b1e-7c3a-9d55-2f6f3f1f4e11)");
    engine.untyped(ID).signal("command", Map.of("action", ACTION, "verb", "DANCE"));
    assertThat(ignored().why())
        .isEqualTo(
            "verb: 'DANCE' does not fit (expected: one of APPROVE, REJECT, CANCEL, FORCE, SUSPEND, RESUME, COMPLETE)");
    engine.untyped(ID).signal("command", "not even an object");
    assertThat(ignored().why()).startsWith("a text instead of an object (expected: {");
    engine.untyped(ID).signal("command");
    assertThat(ignored().why()).startsWith("nothing was said (expected: {");
    engine.untyped(ID).signal("nudge", Map.of("nodes", List.of("NOT A NODE")));
    assertThat(ignored().why()).startsWith("nodes/0: node: 'NOT A NODE' (expected:");
    engine.untyped(ID).signal("nosuchsignal", 1);
    assertThat(ignored().why())
        .isEqualTo("unknown signal (expected: nudge, command, addAction, changeSettings)");

    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains("`nosuchsignal` was ignored: `unknown signal", "`nudge` was ignored: `nodes/0:");
    assertThat(engine.cluster.cycles).as("what cannot be read makes no cycle").isEmpty();
    engine.untyped(ID).signal("nudge");
    assertThat(engine.cluster.nextCycle().nodes()).isEmpty();
    engine.untyped(ID).signal("nudge", Map.of("by", "ada"));
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.NUDGE);
    assertThat(engine.count(ID, EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED)).isZero();
    engine.record("orchestration-bad-signals", engine.history(ID));
  }

  @Test
  void aBadSignalDoesNotInterruptTheWatch() {
    engine.cluster.busy();
    engine.untyped(ID).signal("nudge");
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    engine.untyped(ID).signal("commando");
    assertThat(ignored().name()).isEqualTo("commando");
    engine.awaitQuiet(ID);
    assertThat(engine.cluster.cycles).isEmpty();
    assertThat(engine.count(ID, EventType.EVENT_TYPE_ACTIVITY_TASK_CANCEL_REQUESTED)).isZero();
  }

  @Test
  void anActionIsAddedByASignalAndItsNodeIsVisited() {
    engine
        .untyped(ID)
        .signal(
            "addAction",
            Map.of("node", "n2", "kind", "service.restart", "by", "ada", "approve", "required"));
    RequestedAction asked = FakeCluster.next(engine.cluster.added);
    assertThat(asked.node()).contains(new NodeId("n2"));
    assertThat(asked.by()).isEqualTo("ada");
    assertThat(asked.initialState()).isEqualTo(ActionState.PENDING_APPROVE);
    assertThat(engine.cluster.nextCycle().nodes()).containsExactly(new NodeId("n2"));
    engine.record("orchestration-action-added", engine.history(ID));
  }

  @Test
  void aSignalSaysHowLongItsActionMayWaitToBeSent() {
    engine
        .untyped(ID)
        .signal(
            "addAction",
            Map.of("node", "n2", "kind", "test.ping", "by", "ada", "scheduleWithin", "PT10M"));
    assertThat(FakeCluster.next(engine.cluster.added).scheduleWithin())
        .isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void anActionThatIsRefusedIsShown() {
    engine.untyped(ID).signal("addAction", Map.of("node", "n9", "kind", "refuse.me", "by", "ada"));
    FakeCluster.next(engine.cluster.added);
    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains("`addAction` by `ada` was refused: `node n9 is not in the cluster`");
    assertThat(engine.cluster.cycles).isEmpty();
  }

  @Test
  void settingsAreChangedByAnUpdateWhichAnswers() {
    CommandOutcome outcome =
        engine
            .untyped(ID)
            .update(
                "changeSettings",
                CommandOutcome.class,
                Map.of("settings", Map.of("maxNodesInWork", 2), "by", "ada", "why", "gently"));
    assertThat(outcome).isEqualTo(CommandOutcome.applied("changed"));
    SettingsRequest asked = FakeCluster.next(engine.cluster.changedSettings);
    assertThat(asked.settings()).containsOnlyKeys("maxNodesInWork");
    assertThat(asked.why()).contains("gently");
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.NUDGE);
  }

  @Test
  void anUpdateThatAddsAnActionAnswersAndIsTriedUntilTheDatabaseIsBack() {
    engine.cluster.failures.set(2);
    CommandOutcome outcome =
        engine
            .untyped(ID)
            .update(
                "addAction",
                CommandOutcome.class,
                Map.of("id", ACTION, "node", "n1", "kind", "noop", "by", "ada"));
    assertThat(outcome.text()).isEqualTo("action %s is recorded".formatted(ACTION));
    engine.pass(Duration.ofSeconds(10));
    assertThat(engine.cluster.nextCycle().nodes()).containsExactly(new NodeId("n1"));
  }

  @Test
  void aCommandThatIsRefusedIsShown() {
    engine.untyped(ID).signal("command", new ActionCommand(ACTION, APPROVE, "ada", "refuse me"));
    engine.cluster.nextCycle();
    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains(
            "`approve of action %s` by `ada` was refused: `it is DONE already`".formatted(ACTION));
  }

  @Test
  void theDetailsSayWhatWaitsAndHowToApproveIt() {
    engine.cluster.waits("2 actions wait, NODE_BUSY: n1 <b>", "action `7` waits for approval");
    engine.untyped(ID).signal("nudge");
    engine.cluster.nextCycle();
    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID))
        .contains("What waits, and why", "- 2 actions wait, NODE_BUSY: n1 \\<b>")
        .contains(
            "--name command \\\n  --workflow-id orchestration/c1 \\\n  --input '{\"action\":");
  }

  @Test
  void aMistakeIsNamedOnceAndWithoutWhatMakesItLong() {
    engine
        .untyped(ID)
        .signal("addAction", Map.of("node", "n1", "by", "ada", "kind", "K".repeat(500_000)));
    assertThat(ignored().why())
        .startsWith("kind: 'KKK")
        .endsWith("…' (expected: lower-case words joined by dots, such as service.restart)")
        .hasSizeLessThan(200);
  }

  @Test
  void anUpdateMayBeNamedAsTheSignalIs() {
    CommandOutcome outcome =
        engine
            .untyped(ID)
            .update(
                "command",
                CommandOutcome.class,
                Map.of("action", ACTION, "verb", "cancel", "by", "ada"));
    assertThat(outcome.result()).isEqualTo(Result.APPLIED);
    assertThat(engine.cluster.nextCycle().commands())
        .containsExactly(new ActionCommand(ACTION, ActionCommand.Verb.CANCEL, "ada", ""));
  }

  @Test
  void aBadUpdateIsRejectedWithTheReason() {
    assertRejected(
        "decide",
        Map.of("action", ACTION, "by", "ada"),
        "verb: missing or null; it is required (expected:");
    assertRejected(
        "changeSettings",
        Map.of("settings", 1, "by", "ada"),
        "settings: does not fit (expected: an object)");
    assertRejected(
        "addAction",
        Map.of("node", "n1", "by", "ada"),
        "kind: missing or null; it is required (expected:");
    assertRejected("add", Map.of(), "unknown update 'add' (expected: decide, command,");
    assertThat(engine.cluster.ignored).isEmpty();
  }

  private static final ActionCommand.Verb APPROVE = ActionCommand.Verb.APPROVE;

  private void assertRejected(String name, Object input, String why) {
    assertThatThrownBy(() -> engine.untyped(ID).update(name, CommandOutcome.class, input))
        .isInstanceOf(WorkflowUpdateException.class)
        .rootCause()
        .hasMessageContaining(why);
  }

  private BadSignal ignored() {
    return FakeCluster.next(engine.cluster.ignored).signals().getFirst();
  }
}
