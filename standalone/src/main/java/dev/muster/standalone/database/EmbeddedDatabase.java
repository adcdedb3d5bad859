package dev.muster.standalone.database;

import dev.muster.agent.store.DiskRoom;
import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL of our own, under the data folder.
 *
 * <p>When Muster was killed, its PostgreSQL goes on without it; the next start takes it over if it
 * answers, which loses nothing and is faster than a restart. When PostgreSQL ends while Muster
 * runs, for instance because the disk is full, it is started again as soon as that is possible.
 */
public final class EmbeddedDatabase implements Database {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);

  /** A recovery after a crash may take its time. */
  private static final Duration START_AT_MOST = Duration.ofMinutes(2);

  /** What a killed one left behind, such as its children's shared memory, goes away by itself. */
  private static final Duration FAIL_AT_MOST = Duration.ofSeconds(20);

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

  /** Two segments of PostgreSQL's log: without room for the next one it stops. */
  private static final long LEAST_ROOM = 32L << 20;

  private final Path folder;
  private final PostgresServer server;
  private final DiskRoom room;
  private final Thread keeper = Thread.ofVirtual().name("muster-postgresql").unstarted(this::keep);
  private volatile Optional<String> away = Optional.empty();

  private EmbeddedDatabase(Path folder, PostgresServer server, DiskRoom room) {
    this.folder = folder;
    this.server = server;
    this.room = room;
  }

  /**
   * The PostgreSQL whose data are in {@code folder}, not started yet.
   *
   * @throws StartProblem if there is no place for it
   */
  public static EmbeddedDatabase in(Path folder) {
    try {
      PrivateFolder.make(folder);
      return new EmbeddedDatabase(
          folder, PostgresServer.in(folder), new DiskRoom(folder, LEAST_ROOM));
    } catch (IOException failed) {
      throw notStarted(failed);
    }
  }

  /** As {@link #in}, and started. */
  public static EmbeddedDatabase started(Path folder) {
    EmbeddedDatabase database = in(folder);
    database.start();
    return database;
  }

  /** Unpacks it if need be, and starts it, or takes over the one that runs. */
  @Override
  public void start() {
    try {
      server.initialise();
      PrivateFolder.make(folder);
      bring();
      keeper.start();
    } catch (IOException failed) {
      throw notStarted(failed);
    }
  }

  private static StartProblem notStarted(IOException failed) {
    return new StartProblem(
        "the embedded PostgreSQL did not start: " + failed.getMessage(), failed);
  }

  /** Returns when it answers, with our account and database in it. */
  private void bring() throws IOException {
    Instant began = Instant.now();
    while (!isThere(began)) {
      pause(PAUSE);
    }
  }

  private boolean isThere(Instant began) throws IOException {
    Optional<ProcessHandle> process = server.process();
    if (process.isEmpty()) {
      return startedSince(began);
    }
    try {
      if (!server.hasAnotherDoor() && server.isAsWanted()) {
        OwnAccount.ensure(server);
        return true;
      }
      requireTime(began, process.get(), "its settings are not ours");
      server.stop();
    } catch (SQLException silent) {
      requireTime(began, process.get(), String.valueOf(silent.getMessage()));
    }
    return false;
  }

  /** Starts it; the next look finds it. */
  private boolean startedSince(Instant began) throws IOException {
    if (!server.start() && Instant.now().isAfter(began.plus(patience()))) {
      throw new StartProblem(
          "the embedded PostgreSQL did not start: %s (its log is %s)"
              .formatted(room.shortage().orElseGet(server::complaint), server.log()));
    }
    return false;
  }

  private Duration patience() {
    return room.shortage().isPresent() ? Duration.ZERO : FAIL_AT_MOST;
  }

  private void requireTime(Instant began, ProcessHandle process, String why) {
    if (Instant.now().isAfter(began.plus(START_AT_MOST))) {
      throw new StartProblem(
          "the embedded PostgreSQL, process %d, is of no use after %d s (%s): end that process and start again; its log is %s"
              .formatted(process.pid(), START_AT_MOST.toSeconds(), why, server.log()));
    }
  }

  private void keep() {
    try {
      while (true) {
        Thread.sleep(LOOK_EVERY);
        if (server.process().isEmpty()) {
          bringBack();
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** As often as it takes; said once. */
  private void bringBack() throws InterruptedException {
    say(
        "PostgreSQL ended (%s) and is started again",
        "it was killed, or " + server.log() + " says why");
    while (away.isPresent()) {
      try {
        bring();
        away = Optional.empty();
        LOG.info("PostgreSQL is back");
        System.err.println("muster: PostgreSQL is back");
      } catch (IOException | RuntimeException failed) {
        if (Thread.currentThread().isInterrupted()) {
          throw new InterruptedException();
        }
        LOG.debug("PostgreSQL is not back yet", failed);
        Thread.sleep(TRY_AGAIN_AFTER);
      }
    }
  }

  private void say(String what, String why) {
    String text = what.formatted(room.shortage().orElse(why));
    away = Optional.of(text);
    LOG.warn("{}", text);
    System.err.println("muster: " + text);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StartProblem("interrupted while PostgreSQL was waited for", interrupted);
    }
  }

  @Override
  public Optional<String> away() {
    return away;
  }

  @Override
  public Optional<String> full() {
    return room.shortage();
  }

  /**
   * Of the database below a folder that runs already; its user is {@link #user}.
   *
   * @throws UncheckedIOException if the way to its door cannot be made
   */
  public static String urlOf(Path folder) {
    try {
      return PostgresServer.url(folder, OwnAccount.NAME);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String url() {
    return server.url(OwnAccount.NAME);
  }

  @Override
  public String user() {
    return OwnAccount.NAME;
  }

  @Override
  public String password() {
    return "";
  }

  @Override
  public String description() {
    return "embedded PostgreSQL   (psql -h %s -U %s)".formatted(server.data(), user());
  }

  @Override
  public void close() {
    keeper.interrupt();
    try {
      keeper.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    server.stop();
  }
}
