package dev.muster.records.changes;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.node;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.changes.Changes.Change;
import dev.muster.records.runs.NewRun;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class ChangesTest {

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final BlockingQueue<Change<RunId>> heard = new LinkedBlockingQueue<>();
  private final Listening listening = records.changes().listen(heard::add);

  @BeforeEach
  void listens() throws InterruptedException {
    assertThat(listening.awaitReady(Duration.ofSeconds(10))).isTrue();
  }

  @AfterEach
  void close() {
    listening.close();
    database.close();
  }

  @Test
  void aTransactionTellsOfEachRunOnceAndOnlyWhenItCommits() throws Exception {
    RunId one = new RunId(new UUID(1, 1));
    RunId two = new RunId(new UUID(2, 2));
    RunId never = new RunId(new UUID(3, 3));
    assertThatThrownBy(() ->
            records.transaction(() -> {
              records.changes().notifyRun(never);
              throw new IllegalStateException("rolled back");
            }))
        .hasMessage("rolled back");

    records.transaction(() -> {
      records.changes().notifyRun(two);
      records.changes().notifyRun(one);
      records.changes().notifyRun(two);
      assertThat(heard).isEmpty();
      return 0;
    });

    assertThat(List.of(next(), next()))
        .containsExactlyInAnyOrder(new Change.Of<>(one), new Change.Of<>(two));
    records.changes().notifyRun(one);
    assertThat(next()).isEqualTo(new Change.Of<>(one));
    assertThat(heard).isEmpty();
  }

  @Test
  void whatIsShownWithARunTellsOfIt() throws Exception {
    RecordsFixture given = RecordsFixture.cluster(records, "told", 1);
    NewRun run = given.started(given.run(nodes(1)));
    assertThat(next()).isEqualTo(new Change.Of<>(run.id()));

    var step = given.step(new StageKey(run.id(), 0), 0, node(0));
    records.actions().insert(List.of(step));
    assertThat(next()).isEqualTo(new Change.Of<>(run.id()));

    given.cycle(writes -> writes.actions().send(List.of(step.id()), T0));
    assertThat(next()).isEqualTo(new Change.Of<>(run.id()));
  }

  @Test
  void aLostConnectionIsMadeAgainAndSaidSo() throws Exception {
    database.dropConnections();

    assertThat(next()).isEqualTo(new Change.Unknown<>());

    RunId run = new RunId(new UUID(4, 4));
    records.changes().notifyRun(run);
    assertThat(next()).isEqualTo(new Change.Of<>(run));
  }

  @Test
  void aConnectionLostBeforeItsChangesAreToldIsALostConnection() {
    assertThatThrownBy(() ->
            records.transaction(() -> {
              records.changes().notifyRun(new RunId(new UUID(5, 5)));
              database.dropConnections();
              return 0;
            }))
        .isInstanceOf(DataAccessResourceFailureException.class);
  }

  private Change<RunId> next() throws InterruptedException {
    @Nullable Change<RunId> change = heard.poll(20, TimeUnit.SECONDS);
    if (change == null) {
      throw new AssertionError("nothing was heard for 20 s");
    }
    return change;
  }
}
