package dev.muster.records.changes;

import dev.muster.domain.stall.Backoff;
import dev.muster.records.changes.Changes.Change;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener at work, until it is closed. */
public final class Listening implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Listening.class);

  /** How often a silent connection is asked whether it is still there. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final Duration SAY_EVERY = Duration.ofMinutes(1);

  private final DataSource connections;
  private final String channel;
  private final Consumer<Optional<String>> consumer;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch ready = new CountDownLatch(1);
  private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();

  // Only the listening thread's.
  private Instant said = Instant.MIN;

  private Listening(DataSource connections, String channel, Consumer<Optional<String>> consumer) {
    this.connections = connections;
    this.channel = channel;
    this.consumer = consumer;
  }

  /**
   * @param read what a notification's text names
   */
  static <T> Listening start(
      DataSource connections,
      String channel,
      Function<String, T> read,
      Consumer<Change<T>> consumer) {
    Listening listening =
        new Listening(
            connections,
            channel,
            text ->
                consumer.accept(
                    text.<Change<T>>map(named -> new Change.Of<>(read.apply(named)))
                        .orElseGet(Change.Unknown::new)));
    Thread.ofVirtual().name(channel.replace('_', '-')).start(listening::listen);
    return listening;
  }

  /**
   * Waits until changes are heard for the first time.
   *
   * @return whether they are, within the time
   */
  public boolean awaitReady(Duration atMost) throws InterruptedException {
    return ready.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends it; the consumer is not called any more, except for a call that has begun. */
  @Override
  public void close() {
    closed.countDown();
    @Nullable Connection connection = current.getAndSet(null);
    if (connection != null) {
      abort(connection);
    }
  }

  private void listen() {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    boolean first = true;
    while (!isClosed()) {
      try (Connection connection = connections.getConnection()) {
        open(connection);
        if (!first) {
          tell(Optional.empty());
        }
        first = false;
        pause.reset();
        hear(connection);
      } catch (SQLException e) {
        say(e);
      } finally {
        current.set(null);
      }
      if (pause(pause.next())) {
        return;
      }
    }
  }

  /** Once, and then every minute: each try would fill the log while PostgreSQL is away. */
  private void say(SQLException failure) {
    Instant now = Instant.now();
    if (!isClosed() && !now.isBefore(said.plus(SAY_EVERY))) {
      said = now;
      LOG.warn(
          "Changes on channel {} are not heard; tried again all the time: {}",
          channel,
          failure.getMessage());
    }
  }

  private void open(Connection connection) throws SQLException {
    current.set(connection);
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen " + channel);
    }
    said = Instant.MIN;
    ready.countDown();
  }

  private void hear(Connection connection) throws SQLException {
    PGConnection postgres = connection.unwrap(PGConnection.class);
    try {
      while (!isClosed()) {
        PGNotification @Nullable [] heard = postgres.getNotifications((int) HEARTBEAT.toMillis());
        if (heard != null && heard.length > 0) {
          for (PGNotification one : heard) {
            tell(Optional.of(one.getParameter()));
          }
        } else if (!isClosed() && !connection.isValid(5)) {
          throw new SQLException("the connection is gone");
        }
      }
    } finally {
      unlisten(connection);
    }
  }

  /** A pooled connection goes back to its pool, where it must not gather notifications. */
  private void unlisten(Connection connection) {
    if (isClosed()) {
      // It was ended with the listening, and the pool makes another one.
      return;
    }
    try {
      if (!connection.isClosed()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("unlisten *");
        }
      }
    } catch (SQLException e) {
      LOG.debug("A connection ended while it listened: {}", e.getMessage());
    }
  }

  private void tell(Optional<String> change) {
    if (isClosed()) {
      return;
    }
    try {
      consumer.accept(change);
    } catch (RuntimeException e) {
      LOG.error("A listener failed on {}", change.orElse("a lost connection"), e);
    }
  }

  private boolean pause(Duration time) {
    try {
      return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.debug("A listening connection could not be ended: {}", e.getMessage());
    }
  }
}
