package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one piece of work costs the others when it fails, and who is told. */
final class GroupCommitTest {

  private static final String INSERT = "insert into meta values (?, 'x')";

  @TempDir Path folder;

  private final ChangeNumbers changes = new ChangeNumbers(1);
  private Connection connection;
  private GroupCommit writer;

  @BeforeEach
  void open() throws Exception {
    connection = StoreSchema.open(StoreSchema.file(folder));
    StoreSchema.ensure(connection, "e");
    writer = new GroupCommit(connection, changes);
  }

  @AfterEach
  void close() throws SQLException {
    writer.close();
  }

  @Test
  void aPieceThatFailsTakesBackItsOwnPartOnly() throws Exception {
    CompletableFuture<Long> first = writer.submit(connection -> add(connection, "first"));
    CompletableFuture<Long> broken =
        writer.submit(connection -> {
          add(connection, "broken");
          throw new IllegalStateException("a bug");
        });
    CompletableFuture<Long> last = writer.submit(connection -> add(connection, "last"));
    writer.start();
    assertThat(result(first)).isEqualTo(2);
    assertThatThrownBy(() -> result(broken))
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("a bug");
    assertThat(result(last)).isEqualTo(3);
    assertThat(changes.cursor()).isEqualTo(3);
    assertThat(writer.commits()).isEqualTo(1);
    assertThat(stored("first") + stored("last")).isEqualTo(2);
    assertThat(stored("broken")).isZero();
    assertThat(cursorOnDisk()).isEqualTo(3);
    assertThat(writer.failing()).isEmpty();
  }

  @Test
  void aDiskThatRefusesAPieceIsToldUntilSomethingIsWritten() throws Exception {
    writer.start();
    CompletableFuture<Long> broken =
        writer.submit(connection -> {
          throw new SQLException("disk full");
        });
    assertThatThrownBy(() -> result(broken))
        .hasCauseInstanceOf(StoreException.class)
        .hasMessageContaining("the store cannot be written: disk full");
    assertThat(writer.failing()).contains("the store cannot be written: disk full");
    result(writer.submit(connection -> add(connection, "next")));
    assertThat(writer.failing()).isEmpty();
  }

  @Test
  void whatCannotBeCommittedDidNotHappenForAnyOfThem() throws Exception {
    CompletableFuture<Long> innocent = writer.submit(connection -> add(connection, "innocent"));
    CompletableFuture<Integer> broken =
        writer.submit(connection -> {
          SqliteStatements.update(connection, "pragma defer_foreign_keys = on");
          return SqliteStatements.update(
              connection, "insert into step values (99, 1, 'NEW', null)");
        });
    writer.start();
    for (CompletableFuture<?> both : new CompletableFuture<?>[] {innocent, broken}) {
      assertThatThrownBy(() -> result(both))
          .hasCauseInstanceOf(StoreException.class)
          .hasMessageContaining("the store cannot be written");
    }
    assertThat(writer.failing().orElseThrow()).contains("FOREIGN KEY");
    assertThat(writer.commits()).isZero();
    assertThat(changes.cursor()).isEqualTo(1);
    long next = result(writer.submit(connection -> add(connection, "next")));
    assertThat(next).isEqualTo(2);
    assertThat(stored("innocent")).isZero();
    assertThat(cursorOnDisk()).isEqualTo(2);
    assertThat(writer.failing()).isEmpty();
  }

  @Test
  void writesWhatWaitsBeforeItStopsAndTakesNothingAfterThat() throws Exception {
    CompletableFuture<Long> waiting = writer.submit(connection -> add(connection, "waiting"));
    writer.start();
    writer.close();
    assertThat(result(waiting)).isEqualTo(2);
    assertThat(connection.isClosed()).isTrue();
    assertThatThrownBy(() -> result(writer.submit(connection -> add(connection, "late"))))
        .hasCauseInstanceOf(StoreException.class)
        .hasMessageContaining("the agent is stopping");
  }

  @Test
  void whatNobodyWaitsForIsWrittenToo() throws Exception {
    writer.start();
    writer.post(connection -> add(connection, "posted") > 0);
    result(writer.submit(connection -> add(connection, "after")));
    assertThat(stored("posted")).isEqualTo(1);
  }

  private long add(Connection to, String name) throws SQLException {
    SqliteStatements.update(to, INSERT, name);
    return changes.take();
  }

  private static <T> T result(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  private long stored(String name) throws Exception {
    try (Connection other = StoreSchema.open(StoreSchema.file(folder))) {
      return SqliteStatements.number(other, "select count(*) from meta where name = ?", name);
    }
  }

  private long cursorOnDisk() throws Exception {
    try (Connection other = StoreSchema.open(StoreSchema.file(folder))) {
      return StoreReads.meta(other, "cursor");
    }
  }
}
