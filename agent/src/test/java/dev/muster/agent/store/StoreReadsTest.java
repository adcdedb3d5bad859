package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.execution.Outcome;
import dev.muster.domain.action.ActionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What is read of a store that holds actions in every state, and what is forgotten. */
final class StoreReadsTest extends StoreScene {

  @Test
  void aSnapshotHasTheRunningOneFirstThenWhatWaitsThenWhatFinishedAfterTheCursor()
      throws Exception {
    submit(5);
    StoredAction first = store.startNext().orElseThrow();
    store.cancelNew(id(3));
    long cursor = store.changes().cursor();
    store.finishAndStartNext(first, Outcome.done());
    store.cancelNew(id(5));
    assertThat(snapshot(cursor))
        .containsExactly("begin %d 0".formatted(store.changes().cursor()), "2", "4", "1", "5");
    assertThat(snapshot(cursor + 1))
        .containsExactly("begin %d 0".formatted(store.changes().cursor()), "2", "4", "5");
    assertThat(snapshot(0)).endsWith("2", "4", "3", "1", "5").hasSize(6);
    assertThat(snapshot(store.changes().cursor())).endsWith("2", "4").hasSize(3);
  }

  @Test
  void aCursorThatTheStoreHasNotComeToIsAnotherStores() throws Exception {
    submit(1);
    store.cancelNew(id(1));
    assertThat(snapshot(store.changes().cursor() + 1)).endsWith("1");
  }

  @Test
  void whatWasBegunIsFoundAgainInTheOrderOfReceipt() throws Exception {
    submit(4);
    StoredAction first = store.startNext().orElseThrow();
    StoredAction second = store.startNext().orElseThrow();
    store.startNext();
    store.move(first, ActionState.SUSPENDED, "suspended");
    store.finish(second, Outcome.done());
    assertThat(store.begun()).extracting(StoredAction::id).containsExactly(id(1), id(3));
    assertThat(store.counts())
        .isEqualTo(
            Map.of(
                ActionState.SUSPENDED,
                1L,
                ActionState.DONE,
                1L,
                ActionState.RUNNING,
                1L,
                ActionState.NEW,
                1L));
  }

  @Test
  void aReaderThatFailsHoldsNobodyUp() throws Exception {
    submit(1);
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> store.snapshot(0, new FailingReader()))
          .isInstanceOf(IOException.class)
          .hasMessage("the caller is gone");
    }
    assertThat(store.find(id(1))).isPresent();
    store.close();
    assertThat(ActionStore.open(folder, clock))
        .satisfies(again -> {
          assertThat(again.find(id(1))).isPresent();
          again.close();
        });
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void readersAtTheSameTimeLeaveTwoConnectionsForThoseWhoComeNext() throws Exception {
    submit(1);
    store.find(id(1));
    long withOne = connections();
    CyclicBarrier allInside = new CyclicBarrier(5);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < allInside.getParties(); i++) {
        readers.add(
            threads.submit(() -> {
              store.snapshot(0, new MeetingReader(allInside));
              return true;
            }));
      }
      for (Future<?> reader : readers) {
        reader.get(20, TimeUnit.SECONDS);
      }
    }
    assertThat(connections()).isEqualTo(withOne + 1);
  }

  /** How many connections this process has to the store. */
  private long connections() throws IOException {
    // SQLite keeps a closed database open while it is locked, but not its log.
    Path log = Path.of(StoreSchema.file(folder).toRealPath() + "-wal");
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(link -> log.equals(target(link))).count();
    }
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException closedMeanwhile) {
      return link;
    }
  }

  /** Reads on when as many others read. */
  private record MeetingReader(CyclicBarrier others) implements SnapshotReader {

    @Override
    public void begin(long cursor, long completeSince) throws IOException {
      try {
        others.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
        throw new IOException("the others did not come", alone);
      }
    }

    @Override
    public void action(StoredAction action) {}
  }

  @Test
  void whatCannotBeReadIsSaidSo() throws Exception {
    try (Connection other = StoreSchema.open(StoreSchema.file(folder))) {
      SqliteStatements.update(other, "alter table action rename to gone");
    }
    assertThatThrownBy(() -> store.find(id(1)))
        .isInstanceOf(StoreException.class)
        .hasMessage("the store cannot be read");
  }

  @Test
  void forgetsWhatIsOlderThanItsTimeButForTheNewest() throws Exception {
    submit(4);
    store.cancelNew(id(2));
    store.cancelNew(id(1));
    long second = store.changes().cursor();
    store.cancelNew(id(3));
    StoreRetention day = new StoreRetention(Duration.ofDays(1), 1);
    clock.advance(Duration.ofDays(1));
    assertThat(store.purge(day)).isEmpty();
    assertThat(snapshot(0)).startsWith("begin %d 0".formatted(store.changes().cursor()));
    clock.advance(Duration.ofMillis(1));
    assertThat(store.purge(day)).containsExactly(id(2), id(1));
    assertThat(snapshot(0))
        .containsExactly("begin %d %d".formatted(store.changes().cursor(), second), "4", "3");
    try (Connection other = StoreSchema.open(StoreSchema.file(folder))) {
      assertThat(SqliteStatements.number(other, "select count(distinct action) from step"))
          .isEqualTo(2);
    }
    assertThat(store.purge(new StoreRetention(Duration.ofDays(2), 0))).isEmpty();
    assertThat(snapshot(0)).startsWith("begin %d %d".formatted(store.changes().cursor(), second));
  }

  @Test
  void isTheSameStoreWhenItIsOpenedAgain() throws Exception {
    submit(1);
    UUID epoch = store.epoch();
    long cursor = store.changes().cursor();
    store.close();
    try (ActionStore again = ActionStore.open(folder, clock)) {
      assertThat(again.epoch()).isEqualTo(epoch);
      assertThat(again.changes().cursor()).isEqualTo(cursor);
      assertThat(again.find(id(1))).isPresent();
    }
    try (ActionStore other = ActionStore.open(folder.resolve("other"), clock)) {
      assertThat(other.epoch()).isNotEqualTo(epoch);
    }
  }

  /** Fails at the first action. */
  private static final class FailingReader implements SnapshotReader {

    @Override
    public void begin(long cursor, long completeSince) {}

    @Override
    public void action(StoredAction action) throws IOException {
      throw new IOException("the caller is gone");
    }
  }

  private List<String> snapshot(long since) throws IOException {
    List<String> seen = new ArrayList<>();
    store.snapshot(
        since,
        new SnapshotReader() {
          @Override
          public void begin(long cursor, long completeSince) {
            seen.add("begin %d %d".formatted(cursor, completeSince));
          }

          @Override
          public void action(StoredAction action) {
            seen.add(Long.toString(action.id().getLeastSignificantBits()));
          }
        });
    return seen;
  }

  private void submit(int count) {
    for (int i = 1; i <= count; i++) {
      store.submit(List.of(Offers.of(id(i), "test.ping", "{}")));
    }
  }

  private static UUID id(long number) {
    return new UUID(0, number);
  }
}
