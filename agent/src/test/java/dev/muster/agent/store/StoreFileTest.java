package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.MovableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of the store: how it is opened, and what is said when it cannot be. */
final class StoreFileTest {

  @TempDir Path folder;

  @Test
  void everyCommitReachesTheDiskAndReadersDoNotWait() throws Exception {
    try (Connection connection = StoreSchema.open(StoreSchema.file(folder))) {
      assertThat(pragma(connection, "journal_mode")).isEqualTo("wal");
      assertThat(pragma(connection, "synchronous")).isEqualTo("2");
      assertThat(pragma(connection, "busy_timeout")).isEqualTo("10000");
      assertThat(pragma(connection, "foreign_keys")).isEqualTo("1");
      assertThat(pragma(connection, "cache_size")).isEqualTo("-1024");
    }
  }

  @Test
  void aStoreOfTheFirstVersionKeepsItsActionsAndLearnsWhatCameSince() throws Exception {
    UUID id = new UUID(0, 1);
    try (Connection connection = StoreSchema.open(StoreSchema.file(folder))) {
      StoreSchema.ensure(connection, new UUID(0, 7).toString());
      SqliteStatements.update(connection, "alter table action drop column sensitive");
      SqliteStatements.update(connection, "alter table action drop column log_bytes");
      SqliteStatements.update(connection, "alter table action drop column started_since_boot");
      SqliteStatements.update(
          connection,
          """
          insert into action (id, kind, args, metadata, created_ms, received_ms, origin, state, changed)
          values (?, 'test.ping', '{}', '{}', 1, 1, 'core', 'NEW', 1)
          """,
          id.toString());
      SqliteStatements.update(connection, "pragma user_version = 1");
    }
    try (ActionStore store = ActionStore.open(folder, new MovableClock())) {
      assertThat(store.epoch()).isEqualTo(new UUID(0, 7));
      assertThat(store.find(id).orElseThrow().masking().values()).isEmpty();
    }
    try (Connection connection = StoreSchema.open(StoreSchema.file(folder))) {
      assertThat(pragma(connection, "user_version")).isEqualTo("4");
    }
  }

  @Test
  void aStoreWithoutAnEpochIsDamaged() throws Exception {
    MovableClock clock = new MovableClock();
    ActionStore.open(folder, clock).close();
    try (Connection connection = StoreSchema.open(StoreSchema.file(folder))) {
      SqliteStatements.update(connection, "delete from meta where name = 'epoch'");
    }
    assertThatThrownBy(() -> ActionStore.open(folder, clock))
        .isInstanceOf(StoreException.class)
        .hasMessage("the store has no epoch: it is damaged");
  }

  @Test
  void aFileThatIsNoStoreIsNamed() throws Exception {
    Files.writeString(folder.resolve("agent.db"), "x".repeat(5000));
    assertThatThrownBy(() -> ActionStore.open(folder, new MovableClock()))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("the store in %s cannot be opened: ".formatted(folder))
        .hasMessageContaining("not a database");
  }

  @Test
  void aDiskIsFullBelowTheLeastRoomAndSaysHowMuchThereIs() {
    assertThat(new DiskRoom(folder, 0).shortage()).isEmpty();
    assertThat(new DiskRoom(folder, Long.MAX_VALUE).shortage().orElseThrow())
        .startsWith("the disk is full: ")
        .endsWith(
            " KB are free for %s (expected: at least %d KB)"
                .formatted(folder, Long.MAX_VALUE / 1024))
        .doesNotContain(": 0 KB");
    assertThat(new DiskRoom(folder.resolve("nowhere"), Long.MAX_VALUE).shortage()).isEmpty();
  }

  private static String pragma(Connection connection, String name) throws SQLException {
    return SqliteStatements.list(connection, row -> row.getString(1), "pragma " + name).getFirst();
  }
}
