package dev.muster.records.changes;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to do what only one process may do, such as the repair loop: an advisory lock on a
 * connection of its own, which PostgreSQL frees when the process dies.
 */
public final class Lease implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
  private static final int VALID_WITHIN_SECONDS = 2;

  private final DataSource database;
  private final String name;
  private @Nullable Connection holding;

  public Lease(DataSource database, String name) {
    this.database = database;
    this.name = name;
  }

  /**
   * Whether this process has the lease now: it takes it if nobody has it. Ask before each piece of
   * work; a database that is away means no.
   */
  public synchronized boolean isHeld() {
    try {
      if (holding != null && holding.isValid(VALID_WITHIN_SECONDS)) {
        return true;
      }
      release();
      return acquire();
    } catch (SQLException e) {
      LOG.debug("The lease '{}' cannot be taken: {}", name, e.getMessage());
      release();
      return false;
    }
  }

  @Override
  public synchronized void close() {
    release();
  }

  private boolean acquire() throws SQLException {
    Connection connection = database.getConnection();
    boolean taken = false;
    try {
      connection.setAutoCommit(true);
      taken = ask(connection, "select pg_try_advisory_lock(hashtextextended(?, 0))");
      return taken;
    } finally {
      if (taken) {
        holding = connection;
      } else {
        connection.close();
      }
    }
  }

  private void release() {
    @Nullable Connection connection = holding;
    holding = null;
    if (connection == null) {
      return;
    }
    try (connection) {
      // A pooled connection would keep the lock when it goes back to its pool.
      ask(connection, "select pg_advisory_unlock(hashtextextended(?, 0))");
    } catch (SQLException e) {
      LOG.debug("The lease '{}' ended with its connection: {}", name, e.getMessage());
    }
  }

  private boolean ask(Connection connection, String question) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      statement.setString(1, "muster/" + name);
      try (ResultSet answer = statement.executeQuery()) {
        return answer.next() && answer.getBoolean(1);
      }
    }
  }
}
