package dev.muster.connections.schema;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * The pool of connections. It can be made while PostgreSQL is away, and gives out no connection
 * before the schema is there: half a schema would look like a bug.
 */
public final class WaitingPool extends HikariDataSource {

  private volatile Optional<String> waitsFor = Optional.of("nobody has asked for it yet");

  /**
   * @param config as for any pool; a database that is away is no reason to fail
   */
  public WaitingPool(HikariConfig config) {
    super(lenient(config));
  }

  private static HikariConfig lenient(HikariConfig config) {
    config.setInitializationFailTimeout(-1);
    return config;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Optional<String> why = waitsFor;
    if (why.isPresent()) {
      throw new SQLTransientConnectionException(
          "PostgreSQL, or Muster's schema in it, is not there yet: " + why.get());
    }
    return super.getConnection();
  }

  void waitFor(String why) {
    waitsFor = Optional.of(why);
  }

  void open() {
    waitsFor = Optional.empty();
  }

  /** For bringing the schema up to date. */
  DataSource unguarded() {
    return new AbstractDataSource() {
      @Override
      public Connection getConnection() throws SQLException {
        return WaitingPool.super.getConnection();
      }

      @Override
      public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
      }
    };
  }
}
