package dev.muster.records.actions;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.change;
import static dev.muster.records.RecordsFixture.node;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.ProgressState;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.sync.RecordedAction;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.runs.NewRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ActionReadsTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();
  private final ActionReads reads = records.actionReads();

  @Test
  void unfinishedActionsComeOldestFirstAndOnlyTheClusters() {
    RecordsFixture given = RecordsFixture.cluster(records, "unfinished", 2);
    RecordsFixture other = RecordsFixture.cluster(records, "elsewhere", 1);
    NewAction young = given.action(node(0), ActionState.PENDING_SCHEDULE, after(9));
    NewAction old = given.action(node(1), ActionState.RUNNING, after(1));
    NewAction over = given.action(node(1), ActionState.DONE, after(2));
    records
        .actions()
        .insert(List.of(young, old, over, other.action(node(0), ActionState.PENDING_SCHEDULE, T0)));

    assertThat(reads.unfinishedOf(given.cluster()))
        .extracting(ActionBrief::id)
        .containsExactly(old.id(), young.id());
    assertThat(reads.unfinishedOfNodes(given.cluster(), List.of(node(1))))
        .extracting(ActionBrief::id)
        .containsExactly(old.id());
  }

  @Test
  void aBriefTellsThatItsStageEndedOrItsRunIsCancelled() {
    RecordsFixture given = RecordsFixture.cluster(records, "ended", 2);
    NewRun run = given.started(given.run(nodes(2)));
    StageKey stage = new StageKey(run.id(), 0);
    NewAction action = given.step(stage, 0, node(0));
    records.actions().insert(List.of(action));
    long epoch = records.runFences().takeEpoch(run.id()).orElseThrow();
    ActionBrief before = brief(action.id());
    assertThat(before.wanted().stageEnded()).isFalse();
    assertThat(before.wanted().cancelRequest()).isEmpty();
    assertThat(before.toClaim().stage()).contains(stage);

    records
        .runFences()
        .write(
            run.id(),
            epoch,
            writes ->
                writes.cancel("bob", after(1))
                    && writes.endStage(0, ProgressState.CANCELLED, "cancelled by bob", after(1)));

    ActionBrief later = brief(action.id());
    assertThat(later.wanted().stageEnded()).isTrue();
    assertThat(later.wanted().cancelRequest()).contains(new CancelRequest(after(1), "bob"));
  }

  @Test
  void snapshotsAreComparedWithWhatIsUnfinishedAndWhatTheyReport() {
    RecordsFixture given = RecordsFixture.cluster(records, "compared", 2);
    NewAction running = given.action(node(0), ActionState.RUNNING, T0);
    NewAction reported = given.action(node(0), ActionState.LOST, T0);
    NewAction forgotten = given.action(node(0), ActionState.DONE, T0);
    records.actions().insert(List.of(running, reported, forgotten));

    Map<NodeId, List<RecordedAction>> recorded =
        reads.recorded(
            given.cluster(), List.of(node(0), node(1)), List.of(reported.id()), List.of());

    assertThat(recorded).containsOnlyKeys(node(0));
    assertThat(recorded.get(node(0)))
        .extracting(RecordedAction::id)
        .containsExactlyInAnyOrder(running.id(), reported.id());
  }

  @Test
  void whatWasNotSentIsComparedIfItIsReportedOrIfItsAgentMayHaveForgottenIt() {
    RecordsFixture given = RecordsFixture.cluster(records, "unsent", 2);
    NewAction unsent = given.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    NewAction reported = given.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    NewAction asked = given.action(node(0), ActionState.PENDING_APPROVE, T0);
    records.actions().insert(List.of(unsent, reported, asked));
    List<ActionId> reports = List.of(reported.id());

    assertThat(reads.recorded(given.cluster(), nodes(2), reports, List.of(node(1))).get(node(0)))
        .extracting(RecordedAction::id)
        .containsExactlyInAnyOrder(reported.id(), asked.id());
    assertThat(reads.recorded(given.cluster(), nodes(2), reports, List.of(node(0))).get(node(0)))
        .extracting(RecordedAction::id)
        .containsExactlyInAnyOrder(unsent.id(), reported.id(), asked.id());
  }

  @Test
  void attemptsComeInTheOrderInWhichTheyWereMadeWithOutputsWhenAsked() {
    RecordsFixture given = RecordsFixture.cluster(records, "attempts", 3);
    NewRun run = given.started(given.run(nodes(3)));
    StageKey stage = new StageKey(run.id(), 0);
    NewAction second = given.step(stage, 1, node(0));
    NewAction first = given.step(stage, 0, node(0));
    NewAction unasked = given.step(stage, 0, node(2));
    records.actions().insert(List.of(second, first, unasked));

    assertThat(reads.attemptsOf(List.of(stage), nodes(2)))
        .extracting(StepAttempt::action)
        .containsExactly(first.id(), second.id());
    assertThat(reads.payloadsOf(List.of(first.id()))).isEmpty();
  }

  @Test
  void dependenciesAreDecidedAsSoonAsTheyAre() {
    RecordsFixture given = RecordsFixture.cluster(records, "depends", 1);
    NewAction done = given.action(node(0), ActionState.DONE, T0);
    NewAction failed = given.action(node(0), ActionState.FAILED, T0);
    NewAction running = given.action(node(0), ActionState.RUNNING, T0);
    ActionId nobody = new ActionId(UUID.randomUUID());
    NewAction ready = given.waitingFor(node(0), List.of(done.id()));
    NewAction broken = given.waitingFor(node(0), List.of(running.id(), failed.id()));
    NewAction orphan = given.waitingFor(node(0), List.of(done.id(), nobody));
    NewAction patient = given.waitingFor(node(0), List.of(done.id(), running.id()));
    records.actions().insert(List.of(done, failed, running, ready, broken, orphan, patient));

    assertThat(reads.decidedDependencies(given.cluster()))
        .containsExactlyInAnyOrder(
            new Dependency.Ready(ready.id()),
            new Dependency.Broken(broken.id(), failed.id(), Optional.of(ActionState.FAILED)),
            new Dependency.Broken(orphan.id(), nobody, Optional.empty()));
    assertThat(reads.openDependencies(List.of(patient.id(), ready.id())))
        .isEqualTo(Map.of(patient.id(), 1, ready.id(), 0));

    given.cycle(writes ->
        writes
            .actions()
            .change(List.of(change(running.id(), ActionState.RUNNING, ActionState.DONE, T0))));
    assertThat(reads.decidedDependencies(given.cluster()))
        .contains(new Dependency.Ready(patient.id()));
  }

  private ActionBrief brief(ActionId id) {
    return reads.byIds(List.of(id)).values().iterator().next();
  }
}
