package dev.muster.connections.schema;

import dev.muster.domain.stall.Backoff;
import dev.muster.records.Migrations;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the schema up to date: at once if PostgreSQL is there, else in the background as soon as
 * it is. A schema that cannot be brought up to date keeps the process from starting.
 */
public final class SchemaMigration implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigration.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration SAY_EVERY = Duration.ofMinutes(1);

  private final WaitingPool pool;
  private final String address;
  private final Instant started = Instant.now();
  private final Thread waiting = Thread.ofVirtual().name("muster-schema").unstarted(this::await);
  private Instant said = Instant.MIN;

  /**
   * @param address for people
   */
  public SchemaMigration(WaitingPool pool, String address) {
    this.pool = pool;
    this.address = address;
  }

  /** Returns when the schema is up to date, or PostgreSQL is found to be away. */
  public void bring() {
    if (!tried()) {
      waiting.start();
    }
  }

  @Override
  public void close() {
    waiting.interrupt();
  }

  private void await() {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    try {
      do {
        Thread.sleep(pause.next());
      } while (!pool.isClosed() && !triedLater());
    } catch (InterruptedException closing) {
      LOG.debug("The schema is no longer waited for");
    }
  }

  /** Nobody is there to be thrown at: it is said, shown as the health, and tried again. */
  private boolean triedLater() {
    try {
      return tried();
    } catch (RuntimeException failed) {
      sayAway("the schema cannot be brought up to date: " + failed.getMessage());
      return false;
    }
  }

  private boolean tried() {
    try {
      Migrations.run(pool.unguarded());
    } catch (RuntimeException failed) {
      Optional<String> away = whyAway(failed);
      if (away.isEmpty()) {
        throw failed;
      }
      sayAway(away.get());
      return false;
    }
    pool.open();
    if (said.isAfter(Instant.MIN)) {
      LOG.info(
          "PostgreSQL is there, after {} s; its schema is up to date",
          Duration.between(started, Instant.now()).toSeconds());
    }
    return true;
  }

  private void sayAway(String why) {
    pool.waitFor(why);
    Instant now = Instant.now();
    if (!now.isBefore(said.plus(SAY_EVERY))) {
      said = now;
      LOG.warn(
          "PostgreSQL at {} cannot be used yet; it is tried again all the time: {}", address, why);
    }
  }

  /**
   * Why it will be another time: not reachable, shutting down, full; or a database or an account
   * that somebody is about to make.
   */
  private static Optional<String> whyAway(Throwable failure) {
    Optional<String> why = Optional.empty();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && isAway(sql)) {
        why = Optional.of(String.valueOf(sql.getMessage()).replaceAll("\\s+", " "));
      }
    }
    return why;
  }

  private static boolean isAway(SQLException failure) {
    String state = failure.getSQLState() == null ? "08" : failure.getSQLState();
    return state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57P")
        || state.startsWith("28")
        || state.equals("3D000");
  }
}
