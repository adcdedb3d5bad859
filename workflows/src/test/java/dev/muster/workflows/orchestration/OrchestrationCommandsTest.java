package dev.muster.workflows.orchestration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.ActionCommand.Verb;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.OrchestrationEnd;
import dev.muster.workflows.contract.OrchestrationStatus;
import dev.muster.workflows.contract.OrchestrationWorkflow;
import dev.muster.workflows.testing.FakeCluster;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.client.WorkflowFailedException;
import io.temporal.failure.CanceledFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands, bad input, and what ends an orchestration or keeps it from going on. */
final class OrchestrationCommandsTest {

  private static final String ID = Ids.orchestration(FakeCluster.NAME);

  private final TestEngine engine = TestEngine.start();

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void aDecisionIsCarriedOutAndAnswered() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    awaitIdle();

    CommandOutcome outcome = engine.engine.decide(FakeCluster.NAME, approve("ada", "fine"));

    assertThat(outcome).isEqualTo(CommandOutcome.applied("APPROVE by ada"));
    CycleRequest cycle = engine.cluster.nextCycle();
    assertThat(cycle.trigger()).isEqualTo(Trigger.COMMAND);
    assertThat(cycle.commands()).hasSize(1);
    assertThat(engine.engine.decide(FakeCluster.NAME, approve("ada", "refuse me")))
        .isEqualTo(CommandOutcome.refused("it is DONE already"));
    engine.record("orchestration-commanded", engine.history(ID));
  }

  @Test
  void aDecisionInterruptsTheWatch() {
    engine.cluster.busy();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    assertThat(engine.engine.decide(FakeCluster.NAME, approve("ada", "fine")).result())
        .isEqualTo(Result.APPLIED);
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.COMMAND);
  }

  @Test
  void aDecisionThatLacksItsAuthorIsRejectedWithAClearText() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    awaitIdle();
    int before = engine.events(ID);
    CommandOutcome outcome = engine.engine.decide(FakeCluster.NAME, approve(" ", "fine"));
    assertThat(outcome.result()).isEqualTo(Result.REFUSED);
    assertThat(outcome.text())
        .startsWith("by: missing or null; it is required (expected: {\"action\"");
    assertThat(engine.cluster.cycles).isEmpty();
    assertThat(engine.events(ID) - before).isLessThanOrEqualTo(3);
  }

  @Test
  void aSignalledCommandIsCarriedOut() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.untyped(ID).signal("command", approve("ada", "fine"));
    assertThat(engine.cluster.nextCycle().commands()).containsExactly(approve("ada", "fine"));
  }

  @Test
  void aSupersededOrchestrationEndsAndRefusesWhatItWasTold() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    awaitIdle();
    engine.cluster.standing(Standing.SUPERSEDED);
    CommandOutcome outcome = engine.engine.decide(FakeCluster.NAME, approve("ada", "fine"));
    assertThat(outcome.result()).isEqualTo(Result.REFUSED);
    assertThat(outcome.text()).contains("another engine has taken over");
    assertThat(engine.result(ID, OrchestrationEnd.class)).isEqualTo(OrchestrationEnd.SUPERSEDED);
  }

  @Test
  void theOrchestrationOfARemovedClusterEnds() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.standing(Standing.REMOVED);
    engine.engine.nudge(FakeCluster.NAME, List.of(), "ada");
    assertThat(engine.result(ID, OrchestrationEnd.class)).isEqualTo(OrchestrationEnd.REMOVED);
  }

  @Test
  void aClusterThatIsNotInTheRecordsEndsAtOnce() {
    engine.cluster.remove();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    assertThat(engine.result(ID, OrchestrationEnd.class)).isEqualTo(OrchestrationEnd.REMOVED);
    assertThat(engine.cluster.cycles).isEmpty();
  }

  @Test
  void aDatabaseThatIsAwayIsWaitedFor() {
    engine.cluster.failures.set(3);
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.pass(Duration.ofMillis(500));
    assertThat(engine.currentDetails(ID))
        .contains("In trouble", "cannot take an epoch", "connection to the database refused");
    engine.pass(Duration.ofSeconds(8));
    engine.cluster.nextCycle();

    engine.cluster.failures.set(5);
    engine.engine.nudge(FakeCluster.NAME, nodes("n2"), "ada");
    engine.pass(Duration.ofSeconds(40));
    CycleRequest cycle = engine.cluster.nextCycle();
    assertThat(cycle.nodes()).as("what was asked is not lost").isEqualTo(nodes("n2"));
    assertThat(cycle.fence().cycle()).as("each attempt has a fence of its own").isEqualTo(7);
    assertThat(engine.currentDetails(ID)).doesNotContain("In trouble");
    engine.record("orchestration-database-away", engine.history(ID));
  }

  @Test
  void aDecisionOutlivesAFailedCycle() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    awaitIdle();
    engine.cluster.failures.set(1);
    assertThat(engine.engine.decide(FakeCluster.NAME, approve("ada", "fine")).result())
        .isEqualTo(Result.APPLIED);
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.COMMAND);
  }

  @Test
  void aPersonMayCancelTheOrchestrationItself() {
    engine.cluster.busy();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    engine.untyped(ID).cancel();
    assertThatThrownBy(() -> engine.result(ID, OrchestrationEnd.class))
        .isInstanceOf(WorkflowFailedException.class)
        .hasCauseInstanceOf(CanceledFailure.class);
    engine.engine.nudge(FakeCluster.NAME, List.of(), "ada");
    assertThat(engine.cluster.nextCycle().fence().epoch()).isEqualTo(2);
  }

  private OrchestrationStatus awaitIdle() {
    engine.awaitQuiet(ID);
    return orchestration().status();
  }

  private OrchestrationWorkflow orchestration() {
    return engine.workflow(OrchestrationWorkflow.class, ID);
  }

  private static ActionCommand approve(String by, String why) {
    return new ActionCommand(ActionId.derived("a"), Verb.APPROVE, by, why);
  }

  private static List<NodeId> nodes(String... ids) {
    return java.util.stream.Stream.of(ids).map(NodeId::new).toList();
  }
}
