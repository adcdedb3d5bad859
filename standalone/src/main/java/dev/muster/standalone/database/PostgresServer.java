package dev.muster.standalone.database;

import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.FileSystemUtils;

/**
 * The server over one data directory. Its only door is a Unix socket in that directory, which the
 * system lets nobody else enter; so nobody is asked for a password.
 *
 * @param programs PostgreSQL's
 * @param data what the server keeps; the socket is in it
 * @param log what it and its programs print
 * @param socket how this process reaches the socket
 */
record PostgresServer(PostgresPrograms programs, Path data, Path log, Path socket) {

  static final String SUPERUSER = "postgres";

  private static final String PORT = "5432";
  private static final String SOCKET = ".s.PGSQL." + PORT;
  private static final String HERE = ".";
  private static final int LONGEST_SOCKET_PATH = 100;
  private static final int SOCKET_FOLDER_LINE = 4;
  private static final int TAIL = 8192;

  /**
   * What differs from PostgreSQL's defaults: doors and sizes, and nothing that costs data. That its
   * log is written with O_DSYNC keeps as much as a write and an fdatasync, in half the time.
   */
  static final Map<String, String> SETTINGS =
      Map.of(
          "listen_addresses", "",
          "unix_socket_directories", HERE,
          "unix_socket_permissions", "0700",
          "port", PORT,
          "max_connections", "100",
          "shared_buffers", "64MB",
          "wal_sync_method", "open_datasync",
          "jit", "off");

  /** The server below {@code folder}, which nobody else may enter. */
  static PostgresServer in(Path folder) throws IOException {
    Path data = data(folder);
    return new PostgresServer(
        new PostgresPrograms(folder.resolve("postgresql-binaries")),
        data,
        folder.resolve("postgresql.log"),
        reachable(data));
  }

  private static Path data(Path folder) {
    return folder.resolve("postgresql").toAbsolutePath();
  }

  /** Of a database of the server below {@code folder}, which somebody else has started. */
  static String url(Path folder, String database) throws IOException {
    return url(database, reachable(data(folder)));
  }

  /** The system takes no long paths here: the way to a deep folder leads over a link. */
  private static Path reachable(Path data) throws IOException {
    Path socket = data.resolve(SOCKET);
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_SOCKET_PATH) {
      return socket;
    }
    Path folder = Files.createTempDirectory("muster-");
    Path shortcut = Files.createSymbolicLink(folder.resolve("data"), data);
    folder.toFile().deleteOnExit();
    shortcut.toFile().deleteOnExit();
    return shortcut.resolve(SOCKET);
  }

  /** Makes the data directory if there is none: whole or not at all, whenever this is killed. */
  void initialise() throws IOException {
    if (Files.exists(data.resolve("PG_VERSION"))) {
      return;
    }
    Path begun = data.resolveSibling(data.getFileName() + "-initdb");
    FileSystemUtils.deleteRecursively(begun);
    List<String> arguments =
        List.of("-D", begun.toString(), "-U", SUPERUSER, "-E", "UTF-8", "--auth=trust");
    if (programs.run(log, "initdb", arguments) != 0) {
      throw new StartProblem("the embedded PostgreSQL could not make its data: " + complaint());
    }
    Files.deleteIfExists(data);
    Files.move(begun, data, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Its process if it is alive. One that was killed and that nobody has buried yet is not, nor is
   * another program that has got its number.
   */
  Optional<ProcessHandle> process() {
    return recorded()
        .filter(process -> process.info().command().filter(this::isPostgres).isPresent())
        .filter(process -> process.info().arguments().map(this::nameOurData).orElse(true));
  }

  private Optional<ProcessHandle> recorded() {
    return lockFile(0)
        .filter(id -> id.matches("\\d{1,18}"))
        .flatMap(id -> ProcessHandle.of(Long.parseLong(id)));
  }

  private boolean isPostgres(String command) {
    return command.contains("postgres");
  }

  private boolean nameOurData(String... arguments) {
    return List.of(arguments).stream()
        .anyMatch(argument -> {
          try {
            return Files.isSameFile(Path.of(argument), data);
          } catch (IOException | RuntimeException noPath) {
            return false;
          }
        });
  }

  /** Whether it was started with its door elsewhere: by a Muster of before, on a port. */
  boolean hasAnotherDoor() {
    return lockFile(SOCKET_FOLDER_LINE)
        .filter(folder -> !folder.isEmpty() && !folder.equals(HERE))
        .isPresent();
  }

  private Optional<String> lockFile(int line) {
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return lines.size() > line ? Optional.of(lines.get(line).strip()) : Optional.empty();
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** Starts it; false if it did not come up, {@link #complaint} says why. */
  boolean start() throws IOException {
    forgetTheDead();
    Files.writeString(
        data.resolve("pg_hba.conf"),
        """
        # Written by Muster at every start: the folder is the door, and nothing listens on TCP.
        local all all trust
        """);
    List<String> options = new ArrayList<>();
    SETTINGS.forEach((name, value) -> options.add("-c %s=%s".formatted(name, value)));
    return programs.run(
            log,
            "pg_ctl",
            List.of(
                "start",
                "-w",
                "-t",
                "60",
                "-D",
                data.toString(),
                "-l",
                log.toString(),
                "-o",
                String.join(" ", options)))
        == 0;
  }

  /**
   * PostgreSQL would take whatever has the number of the process that it had for that process, even
   * a dead one that is not buried. What is left of its own it finds by its shared memory.
   */
  private void forgetTheDead() throws IOException {
    if (recorded().isPresent() && process().isEmpty()) {
      Files.deleteIfExists(data.resolve(SOCKET + ".lock"));
      Files.deleteIfExists(data.resolve("postmaster.pid"));
    }
  }

  /** Stops it: connections end, what was committed is written. */
  void stop() {
    try {
      if (!stopped("fast") && !stopped("immediate")) {
        process().ifPresent(ProcessHandle::destroyForcibly);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("the embedded PostgreSQL did not stop", failed);
    }
  }

  private boolean stopped(String mode) throws IOException {
    List<String> arguments = List.of("stop", "-w", "-t", "20", "-m", mode, "-D", data.toString());
    return process().isEmpty() || programs.run(log, "pg_ctl", arguments) == 0;
  }

  /**
   * Whether it answers, and with our settings: one that an older Muster started may have others.
   */
  boolean isAsWanted() throws SQLException {
    try (Connection connection = connect("postgres");
        PreparedStatement statement =
            connection.prepareStatement("select current_setting(?) = ?")) {
      for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
        statement.setString(1, setting.getKey());
        statement.setString(2, setting.getValue());
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          if (!row.getBoolean(1)) {
            return false;
          }
        }
      }
      return true;
    }
  }

  /** As the superuser. */
  Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database), SUPERUSER, "");
  }

  /** For whoever may enter the data directory. */
  String url(String database) {
    return url(database, socket);
  }

  private static String url(String database, Path socket) {
    return "jdbc:postgresql://embedded/%s?sslmode=disable&gssEncMode=disable&socketFactory=%s&socketFactoryArg=%s"
        .formatted(
            database,
            UnixSocketFactory.class.getName(),
            URLEncoder.encode(socket.toString(), StandardCharsets.UTF_8));
  }

  /** The last thing that it complained of in its log. */
  String complaint() {
    try (SeekableByteChannel channel = Files.newByteChannel(log)) {
      channel.position(Math.max(0, channel.size() - TAIL));
      ByteBuffer tail = ByteBuffer.allocate(TAIL);
      channel.read(tail);
      return new String(tail.array(), 0, tail.position(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.matches(".*(FATAL|PANIC|ERROR|initdb: error).*"))
          .reduce((before, last) -> last)
          .orElse("it does not say why")
          .strip();
    } catch (IOException unreadable) {
      return "its log cannot be read";
    }
  }
}
