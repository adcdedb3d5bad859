package dev.muster.records.runs;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.node;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.RunSituation.Answer.Verdict;
import dev.muster.domain.run.StageKey;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.fences.Fenced;
import dev.muster.records.nodes.NodeObservation;
import dev.muster.records.sql.PageRequest;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RunsTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();

  @Test
  void aRunIsRecordedWhole() {
    RecordsFixture given = RecordsFixture.cluster(records, "whole", 3);
    NewRun run = given.started(given.run(nodes(3)));

    RunDetail detail = records.runDetails().find(run.id()).orElseThrow();

    assertThat(detail.run().state()).isEqualTo(ProgressState.NEW_PLAN);
    assertThat(detail.stages())
        .extracting(stage -> stage.plan().name())
        .containsExactly("canary", "rest", "undo");
    assertThat(detail.stages())
        .extracting(RunDetail.Stage::plan)
        .isEqualTo(run.plan().stages().stream().map(stage -> stage.plan()).toList());
    assertThat(detail.stages().getFirst().nodes())
        .extracting(RunDetail.Node::node)
        .isEqualTo(nodes(3));
    assertThat(records.runs().definitionOf(run.id())).contains(run.definition());
    assertThat(
            records
                .audit()
                .list(
                    new AuditFilter(Optional.empty(), Optional.of(run.id()), Optional.empty()),
                    PageRequest.FIRST)
                .items())
        .hasSize(1);
  }

  @Test
  void startingTwiceGivesWhatExistsAndOtherContentIsAConflict() {
    RecordsFixture given = RecordsFixture.cluster(records, "twice", 1);
    NewRun run = given.run(nodes(1));
    NewRun other =
        new NewRun(
            run.id(),
            run.cluster(),
            run.playbook(),
            2,
            run.definition(),
            run.plan(),
            run.origin(),
            run.at());

    assertThat(given.create(run)).isInstanceOf(RunCreation.Created.class);
    assertThat(given.create(run)).isInstanceOf(RunCreation.Existing.class);
    assertThat(given.create(other))
        .isInstanceOfSatisfying(
            RunCreation.Conflict.class,
            conflict -> assertThat(conflict.difference()).contains("version 1"));
  }

  @Test
  void aRunOnAClusterThatIsGoneIsNotRecorded() {
    RecordsFixture given = RecordsFixture.cluster(records, "gone", 1);
    records.clusters().remove(given.cluster());

    assertThat(given.create(given.run(nodes(1)))).isInstanceOf(RunCreation.NoCluster.class);
  }

  @Test
  void anOlderExecutionMayNotMoveTheRun() {
    RecordsFixture given = RecordsFixture.cluster(records, "zombie-run", 1);
    NewRun run = given.started(given.run(nodes(1)));
    long zombie = records.runFences().takeEpoch(run.id()).orElseThrow();
    long living = records.runFences().takeEpoch(run.id()).orElseThrow();

    Fenced<Boolean> refused =
        records.runFences().write(run.id(), zombie, writes -> writes.pause("ada", T0));

    assertThat(refused).isInstanceOf(Fenced.Superseded.class);
    assertThat(records.runs().find(run.id()).orElseThrow().standing().pausedBy()).isEmpty();
    assertThat(
            records
                .runFences()
                .write(run.id(), living, writes -> writes.pause("ada", T0))
                .written())
        .contains(true);
    assertThat(records.runFences().write(new RunId(new UUID(1, 1)), 1, writes -> 1))
        .isInstanceOf(Fenced.Removed.class);
  }

  @Test
  void stagesAreAskedForOpenedAndClosedOnce() {
    RecordsFixture given = RecordsFixture.cluster(records, "stages", 3);
    NewRun run = given.started(given.run(nodes(3)));

    assertThat(given.moved(run, writes -> writes.openStage(0, List.of(), after(1)))).isTrue();
    assertThat(given.moved(run, writes -> writes.openStage(0, List.of(), after(2)))).isFalse();
    given.cycle(writes ->
        writes
            .stageNodes()
            .change(
                List.of(
                    changed(run, node(0), NodeState.RUNNING),
                    changed(run, node(1), NodeState.SUCCEEDED))));
    RunSituation.Stage open = view(run).stages().getFirst();
    assertThat(open.openedAt()).contains(after(1));
    assertThat(open.counts()).isEqualTo(new RunSituation.NodeCounts(1, 1, 1, 0, 0, 0));

    assertThat(
            given.moved(
                run, writes -> writes.endStage(0, ProgressState.CANCELLED, "enough", after(5))))
        .isTrue();

    assertThat(view(run).stages().getFirst().counts())
        .as("what was not started is cancelled, what runs goes on")
        .isEqualTo(new RunSituation.NodeCounts(0, 1, 1, 0, 0, 1));
    assertThat(records.openStages().of(given.cluster()).get(new StageKey(run.id(), 0)))
        .satisfies(stage -> assertThat(stage.closed()).contains("enough"));
    assertThat(given.moved(run, writes -> writes.askApproval(1, after(6)))).isTrue();
    assertThat(given.moved(run, writes -> writes.skipStage(1, "not needed", after(7)))).isTrue();
    assertThat(view(run).stages().get(1).counts().skipped()).isEqualTo(3);
  }

  @Test
  void aNodeThatIsFinalStaysSo() {
    RecordsFixture given = RecordsFixture.cluster(records, "final", 1);
    NewRun run = given.started(given.run(nodes(1)));
    given.moved(run, writes -> writes.openStage(0, List.of(), T0));

    assertThat(seated(given, changed(run, node(0), NodeState.FAILED))).isEqualTo(1);
    assertThat(seated(given, changed(run, node(0), NodeState.RUNNING))).isZero();
  }

  @Test
  void aRollbackGetsTheNodesThatWereTouched() {
    RecordsFixture given = RecordsFixture.cluster(records, "rollback", 3);
    NewRun run = given.started(given.run(nodes(3)));
    given.moved(run, writes -> writes.openStage(0, List.of(), T0));
    given.cycle(writes ->
        writes
            .stageNodes()
            .change(
                List.of(
                    changed(run, node(2), NodeState.RUNNING),
                    changed(run, node(1), NodeState.RUNNING))));

    given.moved(
        run,
        writes ->
            writes.openStage(
                2,
                writes.touched().stream().map(node -> new PlannedNode(node, 0)).toList(),
                after(9)));

    assertThat(records.runDetails().find(run.id()).orElseThrow().stages().get(2).nodes())
        .extracting(RunDetail.Node::node)
        .containsExactly(node(1), node(2));
  }

  @Test
  void answersAreKeptOncePerPersonAndOldestFirst() {
    RecordsFixture given = RecordsFixture.cluster(records, "answers", 1);
    NewRun run = given.started(given.run(nodes(1)));
    given.moved(run, writes -> writes.askApproval(1, T0));
    given.moved(
        run,
        writes -> {
          writes.answer(1, "bob", Verdict.REJECT, note(1));
          writes.answer(1, "eve", Verdict.APPROVE, note(2));
          writes.answer(1, "bob", Verdict.APPROVE, note(3));
          return true;
        });

    assertThat(view(run).stages().get(1).approvals())
        .containsExactly(
            new RunSituation.Answer("eve", Verdict.APPROVE, after(2)),
            new RunSituation.Answer("bob", Verdict.APPROVE, after(3)));
  }

  @Test
  void theDetailShowsEachStepsActionAndWhatItWaitsFor() {
    RecordsFixture given = RecordsFixture.cluster(records, "detail", 2);
    NewRun run = given.started(given.run(nodes(2)));
    StageKey stage = new StageKey(run.id(), 0);
    given.moved(run, writes -> writes.openStage(0, List.of(), T0));
    records.actions().insert(List.of(given.step(stage, 0, node(0))));

    RunDetail.Node node =
        records.runDetails().find(run.id()).orElseThrow().stages().getFirst().nodes().getFirst();

    assertThat(node.steps())
        .extracting(RunDetail.Step::state)
        .containsExactly(ActionState.PENDING_SCHEDULE);
  }

  @Test
  void theDetailSaysWhenTheAgentOfANodeInWorkIsSilent() {
    RecordsFixture given = RecordsFixture.cluster(records, "quiet", 2);
    NewRun run = given.started(given.run(nodes(2)));
    given.moved(run, writes -> writes.openStage(0, List.of(), T0));
    StageKey stage = new StageKey(run.id(), 0);
    given.cycle(writes -> {
      writes
          .stageNodes()
          .change(
              List.of(
                  new StageNodeChange(
                      stage, node(0), NodeState.RUNNING, "", Optional.empty(), after(1))));
      writes
          .nodes()
          .observe(
              List.of(
                  new NodeObservation.Silent(node(0), "refused"),
                  new NodeObservation.Silent(node(1), "refused")),
              after(2));
      return 0;
    });

    assertThat(records.runDetails().find(run.id()).orElseThrow().stages().getFirst().nodes())
        .extracting(RunDetail.Node::reason)
        .containsExactly("no answer from its agent since %s (refused)".formatted(after(2)), "");
  }

  private static RunWrites.ApprovalNote note(long second) {
    return new RunWrites.ApprovalNote("hash-1", "looks good", after(second));
  }

  private static int seated(RecordsFixture given, StageNodeChange change) {
    return given.cycle(writes -> writes.stageNodes().change(List.of(change)));
  }

  private static StageNodeChange changed(NewRun run, NodeId node, NodeState state) {
    return new StageNodeChange(
        new StageKey(run.id(), 0), node, state, "", Optional.empty(), after(3));
  }

  private RunSituation view(NewRun run) {
    return records.runSituations().of(run.id(), RunSituations.Applies.ALWAYS).orElseThrow();
  }
}
