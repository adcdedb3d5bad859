package dev.muster.records;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.Push;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.runs.NewRun;
import dev.muster.records.runs.OpenStage;
import dev.muster.records.runs.RunDetail;
import dev.muster.records.runs.StageNodeChange;
import dev.muster.records.sql.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A cycle that starts nodes, and a run that closes their stage, at the same time. */
class ConcurrencyTest {

  private static final int NODES = 20;
  private static final int ROUNDS = 40;

  @Test
  void nothingStartsInAStageThatIsClosedAtTheSameTime() throws Exception {
    try (TestDatabase database = TestDatabase.fresh();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Records records = database.records();
      for (int round = 0; round < ROUNDS; round++) {
        RecordsFixture given = RecordsFixture.cluster(records, "round-" + round, NODES);
        NewRun run = opened(records, given);
        CyclicBarrier together = new CyclicBarrier(2);
        Future<Integer> cycle =
            threads.submit(() -> {
              together.await();
              return given.cycle(writes -> start(records, given, writes));
            });
        Future<Boolean> advance =
            threads.submit(() -> {
              together.await();
              return close(records, run.id());
            });
        cycle.get();
        assertThat(advance.get()).isTrue();

        assertThat(nodesOfSentActions(records, run.id())).isEqualTo(runningNodes(records, run));
      }
    }
  }

  private static NewRun opened(Records records, RecordsFixture given) {
    NewRun run = given.started(given.run(nodes(NODES)));
    long epoch = records.runFences().takeEpoch(run.id()).orElseThrow();
    records
        .runFences()
        .write(
            run.id(),
            epoch,
            writes -> {
              writes.openStage(0, List.of(), T0);
              return records
                  .actions()
                  .insert(
                      nodes(NODES).stream()
                          .map(node -> given.step(new StageKey(run.id(), 0), 0, node))
                          .toList());
            });
    return run;
  }

  private static int start(Records records, RecordsFixture given, CycleWrites writes) {
    Map<StageKey, OpenStage> open = writes.holdStages().with(Map.of());
    List<ActionId> ids =
        records.actionReads().unfinishedOf(given.cluster()).stream()
            .filter(action -> !action.stageEnded())
            .filter(action -> isOpen(open, action))
            .map(ActionBrief::id)
            .toList();
    List<Push> pushes = writes.actions().send(ids, T0);
    return writes
        .stageNodes()
        .change(
            pushes.stream()
                .map(push ->
                    new StageNodeChange(
                        push.step().orElseThrow().stage(),
                        push.node(),
                        NodeState.RUNNING,
                        "",
                        Optional.empty(),
                        T0))
                .toList());
  }

  private static boolean isOpen(Map<StageKey, OpenStage> open, ActionBrief action) {
    return open.values().stream()
        .anyMatch(stage ->
            stage.closed().isEmpty() && stage.key().equals(action.step().orElseThrow().stage()));
  }

  private static boolean close(Records records, RunId run) {
    long epoch = records.runFences().takeEpoch(run).orElseThrow();
    return records
        .runFences()
        .write(
            run,
            epoch,
            writes -> writes.endStage(0, ProgressState.CANCELLED, "cancelled by bob", after(1)))
        .written()
        .orElseThrow();
  }

  private static Set<NodeId> nodesOfSentActions(Records records, RunId run) {
    ActionFilter ofRun =
        new ActionFilter(
            Optional.empty(), Optional.empty(), Optional.of(run), Set.of(), Optional.empty());
    return records.actions().list(ofRun, PageRequest.FIRST).items().stream()
        .filter(action -> action.sentAt().isPresent())
        .map(ActionRecord::node)
        .map(Optional::orElseThrow)
        .collect(Collectors.toSet());
  }

  private static Set<NodeId> runningNodes(Records records, NewRun run) {
    return records.runDetails().find(run.id()).orElseThrow().stages().getFirst().nodes().stream()
        .filter(node -> node.state() == NodeState.RUNNING)
        .map(RunDetail.Node::node)
        .collect(Collectors.toSet());
  }
}
