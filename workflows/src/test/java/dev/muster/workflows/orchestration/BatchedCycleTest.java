package dev.muster.workflows.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.CycleOptions;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.NodeRange;
import dev.muster.workflows.contract.OrchestrationEnd;
import dev.muster.workflows.contract.OrchestrationWorkflow;
import dev.muster.workflows.testing.FakeCluster;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cycles over clusters that are larger than a batch. */
final class BatchedCycleTest {

  private static final String ID = Ids.orchestration(FakeCluster.NAME);
  private static final List<NodeRange> THREE =
      List.of(range("a000", "a499"), range("b000", "b499"), range("c000", "c499"));

  private final TestEngine engine = TestEngine.start();

  @AfterEach
  void stop() {
    engine.close();
  }

  @Test
  void allNodesAreSyncedInBatchesChosenOnceAndDispatchedWhereNeeded() {
    engine.cluster.inRanges(THREE);
    engine.engine.ensureOrchestration(FakeCluster.NAME);

    CycleRequest chosen = engine.cluster.nextCycle();
    engine.pass(Duration.ofSeconds(30));

    assertThat(chosen.trigger()).isEqualTo(Trigger.START);
    assertThat(engine.cluster.syncs)
        .containsExactlyInAnyOrderElementsOf(
            THREE.stream().map(range -> new BatchRequest(chosen.fence(), range)).toList());
    assertThat(engine.cluster.dispatches)
        .containsExactly(new BatchRequest(chosen.fence(), THREE.getFirst()));
    CycleReport report = lastCycle();
    assertThat(report.figures().synced()).isEqualTo(1500);
    assertThat(report.figures().unreachable()).isEqualTo(3);
    assertThat(report.figures().changed()).isEqualTo(6);
    assertThat(report.figures().started()).isEqualTo(3);
    assertThat(report.notes()).hasSize(3);
    assertThat(summaries()).contains("sync b000 to b499", "choose after start: all nodes");
    engine.pass(Duration.ofSeconds(40));
    engine.cluster.nextCycle();
    engine.record("orchestration-batches", engine.history(ID));
  }

  @Test
  void aNudgeOfAFewNodesOfALargeClusterIsOneLocalActivity() {
    engine.cluster.inRanges(THREE);
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.pass(Duration.ofSeconds(1));
    long activities = engine.count(ID, EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED);

    engine.engine.nudge(FakeCluster.NAME, List.of(new NodeId("a001")), "ada");

    assertThat(engine.cluster.nextCycle().nodes()).containsExactly(new NodeId("a001"));
    assertThat(engine.count(ID, EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED))
        .isEqualTo(activities);
  }

  @Test
  void moreNodesThanABatchAreVisitedByNameAsLongAsTheyAreNotTooMany() {
    engine.cluster.inRanges(THREE);
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.pass(Duration.ofSeconds(1));
    long activities = engine.count(ID, EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED);

    engine.engine.nudge(FakeCluster.NAME, nodes(CycleOptions.MOST_NAMED), "ada");

    assertThat(engine.cluster.nextCycle().nodes()).hasSize(CycleOptions.MOST_NAMED);
    assertThat(engine.count(ID, EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED))
        .isEqualTo(activities);
    engine.engine.nudge(FakeCluster.NAME, nodes(CycleOptions.MOST_NAMED + 1), "ada");
    assertThat(engine.cluster.nextCycle().nodes()).isEmpty();
  }

  @Test
  void moreNodesThanABatchMakeOneCycle() {
    engine.cluster.inRanges(THREE);
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.cluster.nextCycle();
    engine.pass(Duration.ofSeconds(1));

    engine.engine.nudge(FakeCluster.NAME, nodes(CycleOptions.BATCH + 1), "ada");

    assertThat(engine.cluster.nextCycle().nodes()).hasSize(CycleOptions.BATCH + 1);
    engine.pass(Duration.ofSeconds(5));
    engine.record("orchestration-many-named", engine.history(ID));
  }

  private static List<NodeId> nodes(int count) {
    return IntStream.range(0, count).mapToObj(i -> new NodeId("a%05d".formatted(i))).toList();
  }

  @Test
  void aBatchThatFailsIsNotedAndStopsNobody() {
    engine.cluster.inRanges(THREE).withBrokenBatch();
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    engine.pass(Duration.ofSeconds(20));
    engine.cluster.nextCycle();
    engine.pass(Duration.ofSeconds(1));
    assertThat(lastCycle().figures().synced()).isEqualTo(1000);
    assertThat(lastCycle().notes())
        .anyMatch(note ->
            note.equals(
                "sync of a000 to a499 failed and is tried again with the next cycle: the"
                    + " database is away"));
    assertThat(engine.cluster.dispatches).hasSize(1);
  }

  @Test
  void aBatchThatIsSupersededEndsTheOrchestrationBeforeAnythingIsChosen() {
    engine.cluster.inRanges(THREE);
    engine.cluster.standing(Standing.SUPERSEDED);
    engine.engine.ensureOrchestration(FakeCluster.NAME);
    assertThat(engine.result(ID, OrchestrationEnd.class)).isEqualTo(OrchestrationEnd.SUPERSEDED);
    assertThat(engine.cluster.cycles).isEmpty();
  }

  private CycleReport lastCycle() {
    Optional<CycleReport> last =
        engine.workflow(OrchestrationWorkflow.class, ID).status().lastCycle();
    return last.orElseThrow();
  }

  private List<String> summaries() {
    return engine.history(ID).getEvents().stream()
        .filter(HistoryEvent::hasUserMetadata)
        .map(event -> event.getUserMetadata().getSummary().getData().toStringUtf8())
        .map(json -> json.replace("\"", ""))
        .toList();
  }

  private static NodeRange range(String from, String to) {
    return new NodeRange(new NodeId(from), new NodeId(to));
  }
}
