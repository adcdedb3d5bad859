package dev.muster.agent.store;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Reads of one moment each; a slow reader holds up neither the writer nor other readers. */
final class StoreReads implements AutoCloseable {

  private static final int IDLE_CONNECTIONS = 2;

  private final Path file;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

  StoreReads(Path file) {
    this.file = file;
  }

  private interface Read<T> {
    T run(Connection connection) throws SQLException, IOException;
  }

  /** Hands over the whole snapshot, row by row: there may be more than memory holds. */
  void snapshot(long since, SnapshotReader reader) throws IOException {
    read(connection -> {
      long cursor = meta(connection, "cursor");
      // A cursor that this store has not come to is another store's.
      long from = since > cursor ? 0 : since;
      reader.begin(cursor, meta(connection, "complete_since"));
      each(
          connection,
          reader,
          """
          select * from action where finished_ms is null
          order by state = 'NEW', sequence
          """);
      each(
          connection,
          reader,
          """
          select * from action where finished_ms is not null and changed > ? order by changed
          """,
          from);
      return from;
    });
  }

  Optional<StoredAction> find(UUID id) throws IOException {
    return read(connection -> StoreWrites.find(connection, id));
  }

  List<Step> steps(StoredAction action) throws IOException {
    return read(connection ->
        SqliteStatements.list(
            connection,
            Rows::step,
            "select * from step where action = ? order by rowid",
            action.sequence()));
  }

  /** What an agent before this one left RUNNING or SUSPENDED. */
  List<StoredAction> begun() throws IOException {
    return read(connection ->
        SqliteStatements.list(
            connection,
            Rows::action,
            """
            select * from action where finished_ms is null and state <> 'NEW' order by sequence
            """));
  }

  /** Empty if it has not begun, or the system did not tell, or an older agent began it. */
  Optional<SinceBoot> startedSinceBoot(StoredAction action) throws IOException {
    return read(connection ->
            SqliteStatements.first(
                connection,
                row -> Optional.ofNullable(row.getString(1)),
                "select started_since_boot from action where sequence = ?",
                action.sequence()))
        .flatMap(text -> text.flatMap(SinceBoot::parse));
  }

  Map<ActionState, Long> counts() throws IOException {
    return read(connection -> {
      Map<ActionState, Long> counts = new EnumMap<>(ActionState.class);
      SqliteStatements.list(
          connection,
          row -> counts.put(ActionState.valueOf(row.getString(1)), row.getLong(2)),
          "select state, count(*) from action group by state");
      return counts;
    });
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
      connection.close();
    }
  }

  private <T> T read(Read<T> read) throws IOException {
    Connection connection = null;
    boolean good = false;
    try {
      connection = idle.poll();
      if (connection == null) {
        connection = StoreSchema.open(file);
        connection.setAutoCommit(false);
      }
      T result = read.run(connection);
      connection.rollback();
      good = true;
      return result;
    } catch (SQLException failed) {
      throw new StoreException("the store cannot be read", failed);
    } finally {
      if (connection != null) {
        giveBack(connection, good);
      }
    }
  }

  private void giveBack(Connection connection, boolean good) {
    if (good && idle.size() < IDLE_CONNECTIONS) {
      idle.push(connection);
      return;
    }
    try {
      connection.close();
    } catch (SQLException failed) {
      throw new StoreException("the store cannot be closed", failed);
    }
  }

  private static void each(
      Connection connection, SnapshotReader reader, String sql, Object... parameters)
      throws SQLException, IOException {
    try (PreparedStatement statement = SqliteStatements.prepare(connection, sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        reader.action(Rows.action(rows));
      }
    }
  }

  static long meta(Connection connection, String name) throws SQLException {
    return SqliteStatements.number(
        connection, "select cast(value as integer) from meta where name = ?", name);
  }
}
