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
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

  private static final String CLOSE =
      """
      update run_stages set finished_at = now(), reason = 'by hand'
      where run = '%s' and stage = 0
      """;

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

  @Test
  void whoClosesAStageWaitsForTheCycleInHandOfItsCluster() throws SQLException {
    try (TestDatabase database = TestDatabase.fresh()) {
      Records records = database.records();
      RecordsFixture given = RecordsFixture.cluster(records, "held", NODES);
      RunId run = opened(records, given).id();
      RunId elsewhere = opened(records, RecordsFixture.cluster(records, "other", NODES)).id();

      given.cycle(writes -> {
        assertThat(closesAtOnce(database, elsewhere)).isTrue();
        assertThat(closesAtOnce(database, run)).isFalse();
        return run;
      });

      assertThat(closesAtOnce(database, run)).isTrue();
    }
  }

  @Test
  void aCycleSeesWhatWasClosedWhileItWaited() throws Exception {
    try (TestDatabase database = TestDatabase.fresh();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection closing = database.dataSource().getConnection();
        Statement statement = closing.createStatement()) {
      Records records = database.records();
      RecordsFixture given = RecordsFixture.cluster(records, "held", NODES);
      StageKey stage = new StageKey(opened(records, given).id(), 0);
      closing.setAutoCommit(false);
      statement.execute(CLOSE.formatted(stage.run()));

      Future<Optional<String>> cycle =
          threads.submit(() ->
              given.cycle(writes ->
                  Optional.ofNullable(records.openStages().of(given.cluster()).get(stage))
                      .flatMap(OpenStage::closed)));
      awaitWhoWaits(statement);
      closing.commit();

      assertThat(cycle.get()).contains("by hand");
    }
  }

  /** Whether it need not wait for anybody. */
  private static boolean closesAtOnce(TestDatabase database, RunId run) {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("set local lock_timeout = '300ms'");
      statement.execute(CLOSE.formatted(run));
      connection.commit();
      return true;
    } catch (SQLException e) {
      assertThat(e.getMessage()).contains("lock timeout");
      return false;
    }
  }

  /** Returns when somebody waits for the lock of stages. */
  private static void awaitWhoWaits(Statement statement) throws SQLException {
    boolean waits = false;
    while (!waits) {
      try (ResultSet rows =
          statement.executeQuery(
              """
              select count(*) from pg_locks l join pg_database d on d.oid = l.database
              where d.datname = current_database() and l.locktype = 'advisory' and not l.granted
              """)) {
        rows.next();
        waits = rows.getInt(1) > 0;
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
    Map<StageKey, OpenStage> open = records.openStages().of(given.cluster());
    List<ActionId> ids =
        records.actionReads().unfinishedOf(given.cluster()).stream()
            .filter(action -> !action.wanted().stageEnded())
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
                        push.ofRun().orElseThrow().step().stage(),
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
        .filter(action -> action.course().sentAt().isPresent())
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
