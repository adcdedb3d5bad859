package dev.muster.records;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.Push;
import dev.muster.records.actions.WaitingAction;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.nodes.NodeFacts;
import dev.muster.records.nodes.NodeObservation;
import dev.muster.records.nodes.NodeSelection;
import dev.muster.records.runs.NewRun;
import dev.muster.records.runs.RunSituations;
import dev.muster.records.runs.StageNodeChange;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A batch costs as many statements with 500 nodes as with one. */
class BulkTest {

  private static final UUID AGENT_EPOCH = new UUID(7, 7);

  @Test
  void aWholeRunWith500NodesTakesAsManyStatementsAsWithOne() {
    int one = statementsOfARunOver(1);

    int many = statementsOfARunOver(500);

    assertThat(many).isEqualTo(one).isLessThan(60);
  }

  private static int statementsOfARunOver(int size) {
    try (TestDatabase database = TestDatabase.fresh()) {
      RecordsFixture given = RecordsFixture.cluster(database.records(), "bulk", size);
      CountingDataSource counting = new CountingDataSource(database.dataSource());
      Records records = Records.open(counting.dataSource());
      return counting.during(() -> new WholeRun(records, given, nodes(size)).go());
    }
  }

  /** Every bulk operation that a run of one step needs. */
  private record WholeRun(Records records, RecordsFixture given, List<NodeId> nodes) {

    void go() {
      NewRun run = given.run(nodes);
      records.runs().create(run, given.entry("run.start", Optional.of(run.id())));
      StageKey stage = new StageKey(run.id(), 0);
      long epoch = records.runFences().takeEpoch(run.id()).orElseThrow();
      Set<ActionId> inserted =
          records
              .runFences()
              .write(
                  run.id(),
                  epoch,
                  writes -> {
                    writes.openStage(0, List.of(), T0);
                    return records
                        .actions()
                        .insert(nodes.stream().map(node -> step(stage, node)).toList());
                  })
              .written()
              .orElseThrow();
      assertThat(inserted).hasSize(nodes.size());
      Fence fence = records.clusterFences().takeEpoch(given.cluster()).orElseThrow().next();
      List<Push> pushes =
          records.clusterFences().alone(fence, writes -> choose(writes)).written().orElseThrow();
      assertThat(pushes).hasSize(nodes.size());
      records.clusterFences().alone(fence.next(), writes -> finish(writes, stage));
      assertThat(
              records
                  .runSituations()
                  .of(run.id(), RunSituations.Applies.ALWAYS)
                  .orElseThrow()
                  .stages()
                  .getFirst()
                  .counts()
                  .succeeded())
          .isEqualTo(nodes.size());
      assertThat(records.runDetails().find(run.id()).orElseThrow().stages().getFirst().nodes())
          .allSatisfy(node -> assertThat(node.steps()).hasSize(1));
    }

    private NewAction step(StageKey stage, NodeId node) {
      return given.step(stage, 0, node);
    }

    private List<Push> choose(CycleWrites writes) {
      assertThat(records.nodeVisits().of(given.cluster(), NodeSelection.all()))
          .hasSize(nodes.size());
      writes
          .nodes()
          .observe(nodes.stream().<NodeObservation>map(WholeRun::answered).toList(), after(1));
      List<ActionBrief> unfinished = records.actionReads().unfinishedOf(given.cluster());
      List<ActionId> ids = unfinished.stream().map(ActionBrief::id).toList();
      assertThat(records.openStages().of(given.cluster()).values().iterator().next().members())
          .hasSize(nodes.size());
      writes
          .actions()
          .explain(
              ids.stream()
                  .map(id ->
                      new WaitingAction(
                          id,
                          new WaitReason(
                              WaitReason.Code.STAGE_AT_LIMIT, "full", Map.of("limit", "1"))))
                  .toList());
      return writes.actions().send(ids, after(2));
    }

    private int finish(CycleWrites writes, StageKey stage) {
      List<Push> unacknowledged =
          records.actionReads().toPush(given.cluster(), NodeSelection.all());
      List<ActionId> ids = unacknowledged.stream().map(Push::id).toList();
      writes.actions().pushed(ids, after(3));
      records.actionReads().recorded(given.cluster(), nodes, ids, List.of());
      Set<ActionId> changed =
          writes.actions().change(ids.stream().map(id -> done(id, after(4))).toList());
      assertThat(changed).hasSize(nodes.size());
      assertThat(records.actionReads().attemptsOf(List.of(stage), nodes)).hasSize(nodes.size());
      return writes
          .stageNodes()
          .change(
              nodes.stream()
                  .map(node ->
                      new StageNodeChange(
                          stage,
                          node,
                          NodeState.SUCCEEDED,
                          "every step is done",
                          Optional.empty(),
                          after(5)))
                  .toList());
    }

    private static ActionChange done(ActionId id, Instant at) {
      return new ActionChange(
          id,
          ActionState.PENDING_SCHEDULE,
          ActionState.DONE,
          at,
          Actor.agent("n"),
          "the agent reports it",
          ActionOutcome.NONE);
    }

    private static NodeObservation answered(NodeId node) {
      return new NodeObservation.Answered(
          node,
          NodeStatus.UP,
          Optional.empty(),
          Optional.of(T0),
          5,
          AGENT_EPOCH,
          Optional.empty(),
          Optional.of(
              new NodeFacts(
                  "linux-amd64", "1.0", Map.of("a", "b"), List.of("test.success"), List.of())));
    }
  }
}
