package dev.muster.workflows.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.CycleRequest.Watching;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.Nudge;
import dev.muster.workflows.contract.OrchestrationStatus;
import dev.muster.workflows.contract.OrchestrationWorkflow;
import dev.muster.workflows.testing.FakeCluster;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OrchestrationWorkflowTest {

  private static final String ID = Ids.orchestration(FakeCluster.NAME);

  private TestEngine engine = TestEngine.start();

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void anIdleTickCostsSixEvents() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.START);
    engine.pass(Duration.ofSeconds(90));
    int before = engine.events(ID);

    engine.pass(Duration.ofMinutes(10));

    assertThat(engine.cluster.cycles).hasSize(11);
    assertThat(engine.cluster.cycles).allMatch(cycle -> cycle.trigger() == Trigger.INTERVAL);
    assertThat(engine.events(ID) - before).isEqualTo(10 * 6);
    engine.record("orchestration-idle", engine.history(ID));
  }

  @Test
  void everyCycleHasTheNextFence() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.pass(Duration.ofMinutes(3));
    assertThat(engine.cluster.cycles.stream().map(cycle -> cycle.fence().cycle()))
        .containsExactly(1L, 2L, 3L);
    assertThat(engine.cluster.cycles).allMatch(cycle -> cycle.fence().epoch() == 1);
  }

  @Test
  void aNudgeWakesAnIdleOrchestrationAndVisitsTheNodesNamed() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    awaitIdle();

    engine.engine.nudge(FakeCluster.NAME, nodes("n2", "n1"), "ada");

    CycleRequest cycle = engine.cluster.nextCycle();
    assertThat(cycle.trigger()).isEqualTo(Trigger.NUDGE);
    assertThat(cycle.nodes()).isEqualTo(nodes("n1", "n2"));
    awaitIdle();
    assertNothingIsCancelled();
  }

  @Test
  void nudgesUniteAndAnEmptyOneMeansAll() {
    Agenda agenda = new Agenda(() -> false);
    agenda.nudged(new Nudge(nodes("n3", "n1"), "a"));
    agenda.nudged(new Nudge(nodes("n1", "n2"), "b"));
    agenda.changed(nodes("n4"));
    assertThat(agenda.take())
        .isEqualTo(new Agenda.Due(Trigger.NUDGE, nodes("n1", "n2", "n3", "n4")));

    agenda.nudged(new Nudge(nodes("n1"), "a"));
    agenda.nudged(new Nudge(List.of(), "b"));
    assertThat(agenda.take()).isEqualTo(new Agenda.Due(Trigger.NUDGE, List.of()));

    agenda.nudged(
        new Nudge(IntStream.rangeClosed(0, 500).mapToObj(i -> new NodeId("n" + i)).toList(), "a"));
    assertThat(agenda.take().nodes()).as("as executions did that began before").isEmpty();
    assertThat(agenda.isEmpty()).isTrue();
  }

  @Test
  void aWatchedCycleCostsSevenEvents() {
    engine.cluster.busy();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    int before = engine.events(ID);

    for (int i = 0; i < 5; i++) {
      engine.cluster.change("n1");
      CycleRequest cycle = engine.cluster.nextCycle();
      assertThat(cycle.trigger()).isEqualTo(Trigger.WATCH);
      assertThat(cycle.nodes()).isEqualTo(nodes("n1"));
      assertThat(engine.cluster.nextWatch().atMost()).isEqualTo(Duration.ofSeconds(60));
    }

    assertThat(engine.events(ID) - before).isEqualTo(5 * 7);
    assertThat(engine.count(ID, EventType.EVENT_TYPE_TIMER_STARTED)).isZero();
  }

  @Test
  void aNudgeLeavesTheWatchAloneAndSaysSoToTheCycle() {
    engine.cluster.busy();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    assertThat(engine.cluster.nextCycle().watching()).isEqualTo(Watching.OFF);
    engine.cluster.nextWatch();
    engine.cluster.change("n3");
    assertThat(engine.cluster.nextCycle().watching()).isEqualTo(Watching.OFF);
    engine.cluster.nextWatch();

    for (String node : List.of("n1", "n2")) {
      engine.engine.nudgeAtOnce(FakeCluster.NAME, nodes(node), "run 7");
      CycleRequest cycle = engine.cluster.nextCycle();
      assertThat(cycle.trigger()).isEqualTo(Trigger.NUDGE);
      assertThat(cycle.nodes()).isEqualTo(nodes(node));
      assertThat(cycle.watching()).isEqualTo(Watching.ON);
    }

    assertThat(engine.cluster.watches).isEmpty();
    engine.cluster.change("n2");
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.WATCH);
    engine.cluster.nextWatch();
    assertNothingIsCancelled();
    engine.record("orchestration-watched-and-nudged", engine.history(ID));
  }

  @Test
  void aReviewBeforeTheEndOfAWatchLeavesItAlone() {
    engine.cluster.busy();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    engine.cluster.reviewAt(engine.now().plusSeconds(5));
    engine.engine.nudgeAtOnce(FakeCluster.NAME, nodes("n1"), "run 7");
    engine.cluster.nextCycle();
    engine.awaitQuiet(ID);
    engine.cluster.noReview();

    engine.pass(Duration.ofSeconds(8));

    CycleRequest cycle = engine.cluster.nextCycle();
    assertThat(cycle.trigger()).isEqualTo(Trigger.REVIEW);
    assertThat(cycle.watching()).isEqualTo(Watching.ON);
    assertNothingIsCancelled();
    engine.record("orchestration-reviewed-while-watched", engine.history(ID));
  }

  @Test
  void anAlarmThatRingsWhileAWatchGoesOnIsHeardOnce() {
    engine.cluster.reviewAt(engine.now().plusSeconds(5));
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.awaitQuiet(ID);
    engine.cluster.noReview().busy();
    engine.engine.nudgeAtOnce(FakeCluster.NAME, nodes("n1"), "run 7");
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();

    engine.pass(Duration.ofSeconds(8));

    assertThat(engine.cluster.cycles).isEmpty();
    engine.cluster.change("n1");
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.WATCH);
  }

  @Test
  void anIntervalBeyondAllBoundsDoesNotStopIt() {
    engine.cluster.interval(ChronoUnit.FOREVER.getDuration());
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    awaitIdle();
    engine.engine.nudge(FakeCluster.NAME, nodes("n1"), "ada");
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.NUDGE);
  }

  @Test
  void aWatchThatFailsIsFollowedByACycleAndAPause() {
    engine.cluster.busy();
    engine.cluster.watchFailures.set(2);
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    engine.pass(Duration.ofSeconds(2));
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.INTERVAL);
    engine.cluster.nextWatch();
    engine.pass(Duration.ofSeconds(3));
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    engine.cluster.change("n1");
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.WATCH);
  }

  @Test
  void aWatchThatSawNothingIsNotRepeatedWithoutAPause() {
    engine.cluster.busy();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.cluster.nextWatch();
    engine.cluster.change();
    engine.pass(Duration.ofSeconds(50));
    assertThat(engine.cluster.cycles).isEmpty();
    engine.pass(Duration.ofSeconds(15));
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.INTERVAL);
  }

  @Test
  void aReviewComesBeforeTheInterval() {
    engine.cluster.reviewAt(engine.now().plusSeconds(10));
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    assertThat(awaitIdle().doing()).endsWith("(review)");
    engine.cluster.noReview();
    engine.pass(Duration.ofSeconds(12));
    assertThat(engine.cluster.nextCycle().trigger()).isEqualTo(Trigger.REVIEW);
  }

  @Test
  void aReviewInThePastDoesNotSpin() {
    engine.cluster.reviewAt(engine.now().minusSeconds(10));
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.pass(Duration.ofSeconds(1));
    assertThat(engine.cluster.cycles).hasSizeBetween(3, 11);
  }

  @Test
  void aLongHistoryContinuesAsNewAndKeepsItsEpochAndMemo() {
    engine.close();
    engine = TestEngine.startWith(ShortOrchestration::register);
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    awaitIdle();
    WorkflowExecution first = engine.untyped(ID).describe().getExecution();
    engine.pass(Duration.ofMinutes(15));

    assertThat(engine.history(first).getLastEvent().getEventType())
        .isEqualTo(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW);
    assertThat(engine.cluster.epochs).hasValue(1);
    List<CycleRequest> cycles = List.copyOf(engine.cluster.cycles);
    assertThat(cycles.stream().map(cycle -> cycle.fence().cycle()))
        .isSorted()
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(13);
    assertThat(engine.untyped(ID).describe().<String>getMemo("cluster", String.class))
        .isEqualTo("c1");
    assertThat(engine.currentDetails(ID)).contains("waits until", "of epoch 1");
    engine.record("orchestration-continued-from", engine.history(first));
    engine.record("orchestration-continued-to", engine.history(ID));
  }

  @Test
  void itsStatusSaysWhatItWaitsFor() {
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    OrchestrationStatus status = awaitIdle();
    assertThat(status.doing()).startsWith("waits until ").endsWith("(next cycle)");
    assertThat(status.lastCycle().orElseThrow().figures().synced()).isEqualTo(3);
    assertThat(engine.currentDetails(ID).replace('\u00a0', ' '))
        .contains("| 3  |  3  |  0  |  0  |  0  |  0  |  0 |");
  }

  /** The embedded engine takes no cancel of what is just ending (decision 25). */
  private void assertNothingIsCancelled() {
    assertThat(engine.count(ID, EventType.EVENT_TYPE_TIMER_CANCELED)).isZero();
    assertThat(engine.count(ID, EventType.EVENT_TYPE_ACTIVITY_TASK_CANCEL_REQUESTED)).isZero();
  }

  private OrchestrationStatus awaitIdle() {
    engine.awaitQuiet(ID);
    return orchestration().status();
  }

  private OrchestrationWorkflow orchestration() {
    return engine.workflow(OrchestrationWorkflow.class, ID);
  }

  private static List<NodeId> nodes(String... ids) {
    return java.util.stream.Stream.of(ids).map(NodeId::new).toList();
  }
}
