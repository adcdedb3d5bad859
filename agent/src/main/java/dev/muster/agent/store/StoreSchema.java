package dev.muster.agent.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteJDBCLoader;

/** The database file: how it is opened, and its tables. */
final class StoreSchema {

  private static final int VERSION = 4;

  private static final List<String> TABLES =
      List.of(
          """
          create table meta (name text primary key, value text not null) without rowid
          """,
          """
          create table action (
            sequence integer primary key autoincrement,
            id text not null unique,
            kind text not null,
            args text not null,
            metadata text not null,
            created_ms integer not null,
            received_ms integer not null,
            started_ms integer,
            finished_ms integer,
            timeout_ms integer,
            origin text not null,
            state text not null,
            payload text,
            error text,
            exit_code integer,
            cancel_requested integer not null default 0,
            changed integer not null
          )
          """,
          "create index action_unfinished on action (sequence) where finished_ms is null",
          "create index action_finished on action (changed) where finished_ms is not null",
          """
          create table step (
            action integer not null references action (sequence) on delete cascade,
            at_ms integer not null,
            state text not null,
            why text
          )
          """,
          "create index step_action on step (action)",
          "insert into meta values ('cursor', '1'), ('complete_since', '0')");

  /** Texts of an action that nobody is shown, a list; since version 2. */
  private static final String SENSITIVE =
      "alter table action add column sensitive text not null default '[]'";

  /** How much a finished action printed; since version 3, unknown of those before. */
  private static final String LOG_BYTES = "alter table action add column log_bytes integer";

  /** When it began, as {@link SinceBoot}; since version 4, unknown of those that ran then. */
  private static final String STARTED_SINCE_BOOT =
      "alter table action add column started_since_boot text";

  private StoreSchema() {}

  /**
   * The native part of SQLite is unpacked to {@code own}, or to the temporary folder where that
   * cannot be done. What an agent that was killed left in {@code own} is removed; in the temporary
   * folder it would stay for ever.
   */
  static void loadNative(Path own) {
    try {
      clear(Files.createDirectories(own));
      loadNativeFrom(own.toAbsolutePath().toString());
    } catch (Exception first) {
      try {
        loadNativeFrom(System.getProperty("java.io.tmpdir"));
      } catch (Exception second) {
        throw new StoreException(
            "SQLite's native library can be loaded neither from %s nor from the temporary folder: mount one of them without noexec, with 2 MB of room"
                .formatted(own),
            first);
      }
    }
  }

  private static void clear(Path folder) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder)) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
  }

  private static void loadNativeFrom(String folder) throws Exception {
    System.setProperty("org.sqlite.tmpdir", folder);
    SQLiteJDBCLoader.initialize();
  }

  /** Every commit reaches the disk before it is acknowledged: WAL with synchronous FULL. */
  static Connection open(Path file) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
    try (Statement statement = connection.createStatement()) {
      statement.execute("pragma journal_mode = wal");
      statement.execute("pragma synchronous = full");
      statement.execute("pragma busy_timeout = 10000");
      statement.execute("pragma foreign_keys = on");
      statement.execute("pragma cache_size = -1024");
    }
    return connection;
  }

  /** Makes the tables where there are none. Refuses a store that a newer agent wrote. */
  static void ensure(Connection connection, String epoch) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int version;
      try (ResultSet row = statement.executeQuery("pragma user_version")) {
        version = row.getInt(1);
      }
      if (version > VERSION) {
        throw new StoreException(
            "the store has version %d, written by a newer agent; this one knows %d: use the newer agent, or an empty --data folder"
                .formatted(version, VERSION));
      }
      if (version < VERSION) {
        statement.execute("begin immediate");
        if (version == 0) {
          for (String table : TABLES) {
            statement.execute(table);
          }
          statement.execute("insert into meta values ('epoch', '" + epoch + "')");
        }
        if (version < 2) {
          statement.execute(SENSITIVE);
        }
        if (version < 3) {
          statement.execute(LOG_BYTES);
        }
        statement.execute(STARTED_SINCE_BOOT);
        statement.execute("pragma user_version = " + VERSION);
        statement.execute("commit");
      }
    }
  }

  /** The folder and the file in it belong to the agent's user alone: arguments may be private. */
  static Path file(Path data) throws IOException {
    Files.createDirectories(data);
    return data.resolve("agent.db");
  }
}
