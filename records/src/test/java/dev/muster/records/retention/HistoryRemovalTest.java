package dev.muster.records.retention;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static dev.muster.records.RecordsFixture.node;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.log.LogBounds;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.RecordsFixture;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.NewAction;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.logs.FetchedLog;
import dev.muster.records.runs.NewRun;
import dev.muster.records.sql.PageRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class HistoryRemovalTest extends RemovalScene {

  private static final Optional<Export> NOWHERE = Optional.empty();

  @Test
  void aRunGoesWithAllThatBelongsToItAndItsAuditStays() {
    NewRun run = history.ended(after(10));
    ActionId step = history.doneStep(run.id(), after(9));

    Removed gone = removal.runs(cluster, after(11), 0, NOWHERE);

    assertThat(gone).isEqualTo(new Removed(1, 1, 0));
    assertThat(records.runs().find(run.id())).isEmpty();
    assertThat(records.actions().find(step)).isEmpty();
    assertThat(records.historyStatus().tables())
        .filteredOn(
            table -> Set.of("runs", "actions", "action_transitions").contains(table.table()))
        .allSatisfy(table -> assertThat(table.rows()).isZero());
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
  void whatAnActionPrintedStaysAsLongAsTheActionAndGoesWithIt() {
    NewRun run = history.ended(after(10));
    ActionId step = history.doneStep(run.id(), after(9));
    NewRun later = history.ended(after(20));
    ActionId stays = history.doneStep(later.id(), after(19));
    for (ActionId action : List.of(step, stays)) {
      records.actionLogs().want(List.of(action), after(9));
      byte[] bytes = new byte[3 * LogBounds.CHUNK];
      records
          .logFetching()
          .append(
              new FetchedLog(action, 0, 0, bytes, bytes.length, Optional.empty()),
              LogBounds.of(8L * LogBounds.CHUNK));
      records.logFetching().complete(action, after(9));
    }

    removal.runs(cluster, after(11), 0, NOWHERE);

    assertThat(records.actionLogs().find(step)).isEmpty();
    assertThat(records.actionLogs().chunks(step, 0, 9)).isEmpty();
    assertThat(records.actionLogs().chunks(stays, 0, 9)).hasSize(3);
    assertThat(records.historyStatus().tables())
        .filteredOn(table -> table.table().equals("action_log_chunks"))
        .allSatisfy(table -> assertThat(table.rows()).isEqualTo(3));
  }

  @Test
  void whatEndedLaterOrIsOpenStays() {
    NewRun open = prod.started(prod.run(nodes(1)));
    NewRun later = history.ended(after(20));
    NewRun earlier = history.ended(after(10));

    assertThat(removal.runs(cluster, after(20), 0, NOWHERE).runs()).isEqualTo(1);

    assertThat(records.runs().find(earlier.id())).isEmpty();
    assertThat(records.runs().find(later.id())).isPresent();
    assertThat(records.runs().find(open.id())).isPresent();
    assertThat(removal.runs(cluster, after(20), 0, NOWHERE)).isEqualTo(Removed.NOTHING);
  }

  @Test
  void theNewestStayHoweverOldTheyAre() {
    List<RunId> runs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      NewRun run = history.ended(after(i));
      runs.add(run.id());
      database.sql(
          "update runs set created_at = '%s' where id = '%s'"
              .formatted(T0.plusSeconds(i), run.id()));
    }

    assertThat(removal.runs(cluster, after(1_000), 3, NOWHERE).runs()).isEqualTo(2);

    assertThat(runs)
        .filteredOn(run -> records.runs().find(run).isPresent())
        .containsExactlyElementsOf(runs.subList(2, 5));
    assertThat(removal.runs(cluster, after(1_000), 3, NOWHERE)).isEqualTo(Removed.NOTHING);
    assertThat(removal.runs(cluster, after(1_000), 9, NOWHERE)).isEqualTo(Removed.NOTHING);
  }

  @Test
  void aRunStaysWhileOneOfItsActionsIsUnfinishedOrSomethingUnfinishedWaitsForOne() {
    NewRun withUnfinished = history.ended(after(1));
    NewAction late = prod.step(new StageKey(withUnfinished.id(), 0), 0, node(0));
    records.actions().insert(List.of(late));
    NewRun awaited = history.ended(after(1));
    ActionId step = history.doneStep(awaited.id(), after(1));
    NewAction waiting = prod.waitingFor(node(1), List.of(step));
    records.actions().insert(List.of(waiting));

    assertThat(removal.runs(cluster, after(100), 0, NOWHERE)).isEqualTo(Removed.NOTHING);
    assertThat(records.runs().find(withUnfinished.id())).isPresent();
    assertThat(records.runs().find(awaited.id())).isPresent();

    history.finish(waiting.id(), ActionState.WAITING, after(2));
    history.finish(late.id(), ActionState.PENDING_SCHEDULE, after(2));

    assertThat(removal.runs(cluster, after(100), 0, NOWHERE).runs()).isEqualTo(2);
  }

  @Test
  void anActionOfNoRunGoesAfterItsEndUnlessSomethingUnfinishedWaitsForIt() {
    NewAction open = alone();
    NewAction later = alone();
    NewAction awaited = alone();
    NewAction old = alone();
    NewAction waiting = prod.waitingFor(node(1), List.of(awaited.id()));
    records.actions().insert(List.of(waiting));
    history.finish(later.id(), ActionState.PENDING_SCHEDULE, after(20));
    history.finish(awaited.id(), ActionState.PENDING_SCHEDULE, after(10));
    history.finish(old.id(), ActionState.PENDING_SCHEDULE, after(10));

    assertThat(removal.actions(cluster, after(20), NOWHERE)).isEqualTo(new Removed(0, 1, 0));

    assertThat(listed())
        .containsExactlyInAnyOrder(open.id(), later.id(), awaited.id(), waiting.id());
  }

  @Test
  void anEntryOfTheAuditStaysWithTheRunThatItIsAbout() {
    NewRun run = history.ended(after(1));
    records.audit().insert(prod.entry("cluster.change", Optional.empty()));

    assertThat(removal.audit(Optional.of(cluster), after(1), NOWHERE).audit()).isEqualTo(1);
    removal.runs(cluster, after(100), 0, NOWHERE);
    assertThat(removal.audit(Optional.of(cluster), T0, NOWHERE)).isEqualTo(Removed.NOTHING);
    assertThat(removal.audit(Optional.of(cluster), after(1), NOWHERE).audit()).isEqualTo(1);
    assertThat(records.runs().find(run.id())).isEmpty();
  }

  @Test
  void aRunOfMoreActionsThanABatchGoesInSeveralAndItselfLast() {
    NewRun run = history.ended(after(1));
    manyDone(run.id(), HistoryRemoval.ACTIONS + 7);

    assertThat(removal.runs(cluster, after(100), 0, NOWHERE))
        .isEqualTo(new Removed(0, HistoryRemoval.ACTIONS, 0));
    assertThat(records.runs().find(run.id())).isPresent();
    assertThat(removal.runs(cluster, after(100), 0, NOWHERE)).isEqualTo(new Removed(1, 7, 0));
  }

  @Test
  void aBatchHoldsWholeRunsWhileTheyFit() {
    NewRun first = history.ended(after(1));
    manyDone(first.id(), 600);
    database.sql(
        "update runs set created_at = '%s' where id = '%s'"
            .formatted(T0.minusSeconds(9), first.id()));
    NewRun second = history.ended(after(1));
    manyDone(second.id(), 600);

    assertThat(removal.runs(cluster, after(100), 0, NOWHERE)).isEqualTo(new Removed(1, 600, 0));
    assertThat(records.runs().find(first.id())).isEmpty();
    assertThat(removal.runs(cluster, after(100), 0, NOWHERE)).isEqualTo(new Removed(1, 600, 0));
  }

  @Test
  void whatSomebodyHoldsIsLeftForLaterWithoutWaiting() {
    NewRun held = history.ended(after(1));
    NewRun free = history.ended(after(1));

    Removed gone =
        whileSomebodyHolds(held.id(), () -> removal.runs(cluster, after(100), 0, NOWHERE));

    assertThat(gone.runs()).isEqualTo(1);
    assertThat(records.runs().find(held.id())).isPresent();
    assertThat(records.runs().find(free.id())).isEmpty();
  }

  @Test
  void everyClusterWithHistoryIsLookedAtAlsoOneThatIsGone() {
    history.ended(after(1));
    RecordsFixture other = RecordsFixture.cluster(records, "alone", 1);
    NewAction action = other.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    records.actions().insert(List.of(action));
    new EndedHistory(records, other).finish(action.id(), ActionState.PENDING_SCHEDULE, after(1));
    RecordsFixture.cluster(records, "nothing", 0);
    records.clusters().remove(other.cluster());

    assertThat(removal.clusters()).extracting(ClusterName::value).containsExactly("alone", "prod");
    assertThat(removal.actions(other.cluster(), after(100), NOWHERE).actions()).isEqualTo(1);
  }

  private <T> T whileSomebodyHolds(RunId run, Supplier<T> work) {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("select 1 from runs where id = '%s' for update".formatted(run));
      T result = work.get();
      connection.rollback();
      return result;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatAnUnfinishedActionHasDerivedStaysUntilThatHasEnded() {
    NewAction parent = alone();
    ActionId child = new ActionId(UUID.randomUUID());
    database.sql(
        """
        insert into actions (id, cluster, node, kind, args, state, origin, requester, parent,
          created_at, finished_at)
        values ('%s', 'prod', 'n-0000', 'test.ping', '{}', 'DONE', 'derived', 'ada', '%s', '%s', '%s')
        """
            .formatted(child, parent.id(), T0, T0));

    assertThat(removal.actions(cluster, after(11), NOWHERE).actions()).isZero();
    database.sql(
        "update actions set state = 'DONE', finished_at = '%s' where id = '%s'"
            .formatted(after(20), parent.id()));
    removal.actions(cluster, after(11), NOWHERE);

    assertThat(listed()).containsExactly(parent.id());
  }

  private void manyDone(RunId run, int count) {
    database.sql(
        """
        insert into actions (id, cluster, node, kind, args, state, origin, requester, run, stage,
          step, step_index, created_at, finished_at)
        select gen_random_uuid(), 'prod', 'n-0000', 'test.success', '{}', 'DONE', 'core', 'ada',
          '%s', 0, 'step-0', 0, '%s', '%s' from generate_series(1, %d)
        """
            .formatted(run, T0, T0, count));
  }

  private NewAction alone() {
    NewAction action = prod.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    records.actions().insert(List.of(action));
    return action;
  }

  private List<ActionId> listed() {
    return records
        .actions()
        .list(
            new ActionFilter(
                Optional.of(cluster),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Optional.empty()),
            PageRequest.FIRST)
        .items()
        .stream()
        .map(action -> action.id())
        .toList();
  }
}
