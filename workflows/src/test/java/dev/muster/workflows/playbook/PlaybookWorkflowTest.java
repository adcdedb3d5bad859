package dev.muster.workflows.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.run.ProgressState;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.PlaybookWorkflow;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunCommand.Verb;
import dev.muster.workflows.contract.RunEnd;
import dev.muster.workflows.temporalui.RunAttributes;
import dev.muster.workflows.testing.FakeRun;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PlaybookWorkflowTest {

  private static final String ID = Ids.playbook(FakeRun.INPUT.run());

  private TestEngine engine = TestEngine.start();

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void aRunAdvancesWhenItsActionsMovedAndEndsWhenItIsOver() {
    engine.engine.startRun(FakeRun.INPUT, "because");
    assertThat(engine.run.nextAdvance().epoch()).isEqualTo(1);
    engine.engine.progressed(FakeRun.INPUT.run());
    engine.run.nextAdvance();
    engine.run.in(ProgressState.COMPLETED);
    engine.engine.progressed(FakeRun.INPUT.run());

    assertThat(engine.result(ID, RunEnd.class))
        .isEqualTo(new RunEnd(ProgressState.COMPLETED, "It is Completed."));
    engine.record("playbook-simple", engine.history(ID));
  }

  @Test
  void progressCostsFiveEventsAndNoTimer() {
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    int before = engine.events(ID);
    for (int i = 0; i < 10; i++) {
      engine.engine.progressed(FakeRun.INPUT.run());
      engine.run.nextAdvance();
      engine.awaitQuiet(ID);
    }
    assertThat(engine.events(ID) - before).isEqualTo(10 * 5);
    assertThat(engine.count(ID, EventType.EVENT_TYPE_TIMER_STARTED)).isEqualTo(1);
  }

  @Test
  void theSafetyNetLooksEveryFiveMinutes() {
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.pass(Duration.ofMinutes(26));
    assertThat(engine.run.advances).hasSize(5);
  }

  @Test
  void aReviewIsKeptOnTime() {
    engine.run.reviewAt(engine.now().plusSeconds(10));
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    engine.run.in(ProgressState.COMPLETED);
    engine.pass(Duration.ofSeconds(11));
    assertThat(engine.result(ID, RunEnd.class).state()).isEqualTo(ProgressState.COMPLETED);
  }

  @Test
  void anApprovalIsAnsweredAndLetsTheRunGoOn() {
    engine.run.in(ProgressState.PENDING_APPROVE);
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    assertThat(engine.currentDetails(ID)).contains("| canary\u00a0 | \u00a0PendingApprove |");

    assertThat(instruct(Verb.APPROVE)).isEqualTo(CommandOutcome.applied("Schedulable"));
    AdvanceRequest request = engine.run.nextAdvance();
    assertThat(request.commands()).extracting(RunCommand::verb).containsExactly(Verb.APPROVE);
    assertThat(instruct(Verb.APPROVE))
        .isEqualTo(CommandOutcome.refused("nothing waits for approval"));

    engine.run.in(ProgressState.COMPLETED);
    engine.engine.progressed(FakeRun.INPUT.run());
    engine.result(ID, RunEnd.class);
    engine.record("playbook-approval", engine.history(ID));
  }

  @Test
  void everySignalIsHandedOverInOrder() {
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    PlaybookWorkflow run = engine.workflow(PlaybookWorkflow.class, ID);
    signal("pause");
    assertThat(engine.run.nextAdvance().commands()).containsExactly(command(Verb.PAUSE));
    engine.awaitQuiet(ID);
    assertThat(run.standing().state()).isEqualTo(ProgressState.PAUSED);
    signal("resume");
    assertThat(engine.run.nextAdvance().commands()).containsExactly(command(Verb.RESUME));
    engine.run.in(ProgressState.PENDING_APPROVE);
    signal("approve");
    assertThat(engine.run.nextAdvance().commands()).containsExactly(command(Verb.APPROVE));
    signal("cancel");
    assertThat(engine.result(ID, RunEnd.class).state()).isEqualTo(ProgressState.CANCELLED);
    engine.record("playbook-pause-resume-cancel", engine.history(ID));
  }

  @Test
  void aRejectionEndsTheRun() {
    engine.run.in(ProgressState.PENDING_APPROVE);
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    signal("reject");
    assertThat(engine.result(ID, RunEnd.class).state()).isEqualTo(ProgressState.CANCELLED);
  }

  @Test
  void anInstructionWithoutAnAuthorIsRejectedWithAClearText() {
    engine.engine.startRun(FakeRun.INPUT, "");
    CommandOutcome outcome =
        engine.engine.instruct(FakeRun.INPUT, new RunCommand(Verb.CANCEL, by("")));
    assertThat(outcome.result()).isEqualTo(Result.REFUSED);
    assertThat(outcome.text()).startsWith("by: missing or null; it is required (expected:");
  }

  @Test
  void anInstructionStartsTheRunThatTheEngineHasLost() {
    assertThat(instruct(Verb.PAUSE)).isEqualTo(CommandOutcome.applied("Paused"));
    assertThat(engine.run.epochs).hasValue(1);
  }

  @Test
  void aRunThatIsOverRefusesInstructions() {
    engine.run.in(ProgressState.COMPLETED);
    assertThat(instruct(Verb.CANCEL))
        .isEqualTo(CommandOutcome.refused("the run is over: Completed"));
    assertThat(engine.result(ID, RunEnd.class).state()).isEqualTo(ProgressState.COMPLETED);
  }

  @Test
  void startingTwiceIsHarmless() {
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.engine.ensureRun(FakeRun.INPUT);
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    assertThat(engine.run.epochs).hasValue(1);
  }

  @Test
  void aSupersededRunEnds() {
    engine.run.supersede();
    engine.engine.startRun(FakeRun.INPUT, "");
    assertThat(engine.result(ID, RunEnd.class).why()).contains("another execution");
  }

  @Test
  void aRunThatIsNotInTheRecordsEnds() {
    engine.run.remove();
    engine.engine.startRun(FakeRun.INPUT, "");
    assertThat(engine.result(ID, RunEnd.class).why()).isEqualTo("the run is not in the records");
  }

  @Test
  void aDatabaseThatIsAwayIsWaitedFor() {
    engine.run.failures.set(4);
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.pass(Duration.ofMillis(800));
    assertThat(engine.currentDetails(ID)).contains("In trouble", "database refused");
    engine.pass(Duration.ofSeconds(10));
    engine.run.nextAdvance();

    engine.run.failures.set(8);
    signal("pause");
    engine.pass(Duration.ofMinutes(1));
    assertThat(engine.run.nextAdvance().commands()).containsExactly(command(Verb.PAUSE));
    assertThat(engine.currentDetails(ID)).doesNotContain("In trouble");
  }

  @Test
  void searchAttributesFollowTheRunWhereTheEngineHasThem() {
    engine.close();
    engine = TestEngine.startWithSearchAttributes();
    engine.run.in(ProgressState.PAUSED);
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    io.temporal.common.SearchAttributes shown =
        engine.untyped(ID).describe().getTypedSearchAttributes();
    assertThat(shown.get(RunAttributes.STATE)).isEqualTo("Paused");
    assertThat(shown.get(RunAttributes.STAGE)).isEqualTo("canary");
    assertThat(shown.get(RunAttributes.CLUSTER)).isEqualTo("c1");
    assertThat(shown.get(RunAttributes.REQUESTER)).isEqualTo("ada");
    engine.pass(Duration.ofMinutes(26));
    assertThat(engine.count(ID, EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES)).isOne();
    engine.record("playbook-search-attributes", engine.history(ID));
  }

  @Test
  void aLongHistoryContinuesAsNewAndKeepsItsEpochAndMemo() {
    engine.close();
    engine = TestEngine.startWith(ShortPlaybook::register);
    engine.engine.startRun(FakeRun.INPUT, "");
    engine.run.nextAdvance();
    engine.awaitQuiet(ID);
    WorkflowExecution first = engine.untyped(ID).describe().getExecution();
    engine.pass(Duration.ofMinutes(60));
    assertThat(engine.history(first).getLastEvent().getEventType())
        .isEqualTo(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW);
    assertThat(engine.run.epochs).hasValue(1);
    assertThat(engine.run.advances).allMatch(request -> request.epoch() == 1);
    assertThat(engine.untyped(ID).describe().<String>getMemo("requester", String.class))
        .isEqualTo("ada");
    assertThat(engine.currentDetails(ID))
        .as("set again: the new execution starts with none")
        .startsWith(
            "%s on %s, by `ada`; the reason and the plan"
                .formatted(FakeRun.INPUT.playbook(), FakeRun.INPUT.cluster()))
        .contains("`%s`".formatted(first.getRunId()))
        .contains("| canary", "--name pause", "--workflow-id " + ID);
    assertThat(instruct(Verb.CANCEL).result()).isEqualTo(Result.APPLIED);
    engine.result(ID, RunEnd.class);
    engine.record("playbook-continued-from", engine.history(first));
    engine.record("playbook-continued-to", engine.history(ID));
  }

  private void signal(String name) {
    engine.untyped(ID).signal(name, by("ada"));
  }

  private CommandOutcome instruct(Verb verb) {
    return engine.engine.instruct(FakeRun.INPUT, command(verb));
  }

  private static RunCommand command(Verb verb) {
    return new RunCommand(verb, by("ada"));
  }

  private static Instruction by(String name) {
    return new Instruction(name, Optional.of("because"), Optional.empty());
  }
}
