package dev.muster.standalone.database;

import dev.muster.standalone.Ports;
import dev.muster.standalone.StartProblem;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/**
 * A PostgreSQL of our own, under the data folder, listening on loopback.
 *
 * <p>When Muster was killed, its PostgreSQL goes on without it; the next start finds it by its
 * {@code postmaster.pid} and takes it over, which loses nothing and is faster than a restart.
 */
public final class EmbeddedDatabase implements Database {

  private static final String NAME = "muster";
  private static final Duration START_AT_MOST = Duration.ofSeconds(60);

  private final int port;
  private final Runnable stop;

  private EmbeddedDatabase(int port, Runnable stop) {
    this.port = port;
    this.stop = stop;
  }

  /**
   * Starts or takes over the PostgreSQL whose data are in {@code folder}.
   *
   * @throws StartProblem if it does not start
   */
  public static EmbeddedDatabase start(Path folder) {
    Path data = folder.resolve("postgresql");
    EmbeddedDatabase database =
        Postmaster.running(data).map(EmbeddedDatabase::adopt).orElseGet(() -> launch(folder, data));
    database.createOnce();
    return database;
  }

  private static EmbeddedDatabase adopt(Postmaster postmaster) {
    return new EmbeddedDatabase(postmaster.port(), postmaster::stop);
  }

  private static EmbeddedDatabase launch(Path folder, Path data) {
    try {
      Files.createDirectories(data);
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setRegisterShutdownHook(false)
              .setOverrideWorkingDirectory(folder.resolve("postgresql-binaries").toFile())
              .setPort(Ports.free())
              .setPGStartupWait(START_AT_MOST)
              // The library starts it for tests, without fsync; here a power cut must lose nothing.
              .setServerConfig("fsync", "on")
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("max_connections", "100")
              .setServerConfig("shared_buffers", "64MB")
              .setServerConfig("jit", "off")
              .setErrorRedirector(logTo(folder))
              .setOutputRedirector(logTo(folder))
              .start();
      return new EmbeddedDatabase(postgres.getPort(), () -> stop(postgres));
    } catch (IOException | RuntimeException failed) {
      throw new StartProblem(
          "the embedded PostgreSQL did not start: %s (its log is %s)"
              .formatted(failed.getMessage(), folder.resolve("postgresql.log")),
          failed);
    }
  }

  private static ProcessBuilder.Redirect logTo(Path folder) {
    return ProcessBuilder.Redirect.appendTo(folder.resolve("postgresql.log").toFile());
  }

  private static void stop(EmbeddedPostgres postgres) {
    try {
      postgres.close();
    } catch (IOException failed) {
      throw new StartProblem(
          "the embedded PostgreSQL did not stop: " + failed.getMessage(), failed);
    }
  }

  private void createOnce() {
    try (Connection connection =
            DriverManager.getConnection(address("postgres"), user(), password());
        Statement statement = connection.createStatement()) {
      if (!exists(statement)) {
        statement.execute("create database " + NAME);
      }
    } catch (SQLException failed) {
      throw new StartProblem(
          "the embedded PostgreSQL does not answer: " + failed.getMessage(), failed);
    }
  }

  private static boolean exists(Statement statement) throws SQLException {
    try (ResultSet found =
        statement.executeQuery("select 1 from pg_database where datname = '" + NAME + "'")) {
      return found.next();
    }
  }

  private String address(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }

  @Override
  public String url() {
    return address(NAME);
  }

  @Override
  public String user() {
    return "postgres";
  }

  @Override
  public String password() {
    return "";
  }

  @Override
  public String description() {
    return "embedded PostgreSQL on 127.0.0.1:" + port;
  }

  @Override
  public void close() {
    stop.run();
  }

  /** A PostgreSQL server that runs on a data folder. */
  private record Postmaster(ProcessHandle process, int port) {

    private static final Duration STOP_AT_MOST = Duration.ofSeconds(10);

    /**
     * The server that is alive on {@code data}, by its lock file: process id, …, port in line 4.
     */
    static Optional<Postmaster> running(Path data) {
      Path lockFile = data.resolve("postmaster.pid");
      if (!Files.exists(lockFile)) {
        return Optional.empty();
      }
      try {
        var lines = Files.readAllLines(lockFile);
        int port = Integer.parseInt(lines.get(3).strip());
        return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
            .filter(ProcessHandle::isAlive)
            .filter(process -> process.info().command().orElse("postgres").endsWith("postgres"))
            .map(process -> new Postmaster(process, port));
      } catch (IOException | RuntimeException unreadable) {
        return Optional.empty();
      }
    }

    /** SIGTERM: it waits for its clients, all of which are ours and gone. */
    void stop() {
      process.destroy();
      try {
        process.onExit().get(STOP_AT_MOST.toSeconds(), java.util.concurrent.TimeUnit.SECONDS);
      } catch (java.util.concurrent.ExecutionException
          | java.util.concurrent.TimeoutException late) {
        process.destroyForcibly();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
