package dev.muster.connections.schema;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * The pool of connections. It can be made while PostgreSQL is away, and gives out no connection
 * before the schema is there: half a schema would look like a bug. Of a PostgreSQL that is away a
 * caller learns within the pool's own timeout; where others only have all the connections, it waits
 * for its turn, in the order of asking and longer than a burst takes.
 */
public final class WaitingPool extends HikariDataSource {

  /** SQLSTATE {@code disk_full}. */
  public static final String DISK_FULL = "53100";

  private static final String CONNECTION_FAILURE = "08006";

  private static final Duration BUSY_AT_MOST = Duration.ofSeconds(10);

  private final LastFull lastFull;
  private final Optional<DatabaseStanding> standing;

  private record Away(long atNanos, String why) {}

  /** One caller at a time waits inside the pool, which would let a late one overtake. */
  private final Semaphore turn = new Semaphore(1, true);

  private volatile Optional<Away> away = Optional.empty();

  private volatile Optional<String> waitsFor = Optional.of("nobody has asked for it yet");

  /**
   * @param config as for any pool; a database that is away is no reason to fail
   * @param standing what who runs the database knows of it, if that is this process
   */
  public WaitingPool(HikariConfig config, Optional<DatabaseStanding> standing) {
    this(config, standing, new LastFull());
  }

  private WaitingPool(HikariConfig config, Optional<DatabaseStanding> standing, LastFull lastFull) {
    super(lenient(config, lastFull));
    this.standing = standing;
    this.lastFull = lastFull;
  }

  private static HikariConfig lenient(HikariConfig config, LastFull lastFull) {
    config.setInitializationFailTimeout(-1);
    config.setExceptionOverride(lastFull);
    return config;
  }

  /** Why nothing should be written now; empty while there is room, as far as that is known. */
  public Optional<String> full() {
    return standing.flatMap(DatabaseStanding::full);
  }

  /** Why it cannot be used, or not be written, as far as that is known without asking it. */
  public Optional<String> trouble() {
    return standing.flatMap(DatabaseStanding::away).or(this::full).or(lastFull::complaint);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Optional<String> why = waitsFor;
    if (why.isPresent()) {
      throw new SQLTransientConnectionException(
          "PostgreSQL, or Muster's schema in it, is not there yet: " + why.get());
    }
    Optional<String> ended = standing.flatMap(DatabaseStanding::away);
    if (ended.isPresent()) {
      throw new SQLTransientConnectionException(
          ended.get(), full().isPresent() ? DISK_FULL : CONNECTION_FAILURE);
    }
    long asked = System.nanoTime();
    awaitTurn();
    try {
      return inTurn(asked);
    } finally {
      turn.release();
    }
  }

  private void awaitTurn() throws SQLException {
    try {
      if (!turn.tryAcquire(BUSY_AT_MOST.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new PoolBusy(getMaximumPoolSize(), BUSY_AT_MOST);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while waiting for PostgreSQL");
    }
  }

  private Connection inTurn(long asked) throws SQLException {
    while (true) {
      // What was learned while this caller waited need not be learned again.
      Optional<Away> known = away.filter(failure -> failure.atNanos() - asked >= 0);
      if (known.isPresent()) {
        throw new SQLTransientConnectionException(known.get().why());
      }
      try {
        return super.getConnection();
      } catch (SQLTransientConnectionException late) {
        if (getHikariPoolMXBean().getTotalConnections() == 0) {
          away = Optional.of(new Away(System.nanoTime(), String.valueOf(late.getMessage())));
          throw late;
        }
        if (System.nanoTime() - asked >= BUSY_AT_MOST.toNanos()) {
          throw new PoolBusy(getMaximumPoolSize(), BUSY_AT_MOST);
        }
      }
    }
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
