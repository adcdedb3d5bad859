package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.util.FileSystemUtils;

/**
 * A Temporal server on PostgreSQL, by {@code scripts/real-temporal}; one for all tests of this
 * process, each of which has a namespace and a database of its own there.
 */
public final class RealTemporal {

  /** What can be killed. */
  public enum Part {
    SERVER,
    POSTGRES,
    MUSTER_POSTGRES;

    private String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Where one installation of Muster keeps everything. */
  record Place(TemporalCli temporal, String databaseUrl, String user, String password) {}

  private static final Pattern EXPORT = Pattern.compile("export (\\w+)=(\\S*)");
  private static final AtomicInteger PLACES = new AtomicInteger();

  private static Optional<RealTemporal> shared = Optional.empty();

  private final Path folder;
  private final Map<String, String> environment;

  private RealTemporal(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /** The one of this process; started at the first call, stopped when the process ends. */
  public static synchronized RealTemporal shared() {
    if (shared.isEmpty()) {
      String folder = "real-temporal-" + Forks.own();
      shared = Optional.of(start(Path.of("target", folder).toAbsolutePath()));
    }
    return shared.get();
  }

  private static RealTemporal start(Path folder) {
    try {
      if (Files.exists(folder.resolve("settings"))) {
        Programs.realTemporal("stop", folder.toString()); // of a test that was killed
      }
      FileSystemUtils.deleteRecursively(folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    int port = PortBlock.free(IntStream.range(1, 10).toArray());
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> Programs.realTemporal("stop", folder.toString())));
    Programs.realTemporal("install");
    Programs.realTemporal("start", folder.toString(), "--port", "" + port, "--separate");
    Map<String, String> environment =
        Programs.realTemporal("env", folder.toString())
            .lines()
            .map(EXPORT::matcher)
            .filter(Matcher::matches)
            .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    return new RealTemporal(folder, environment);
  }

  /** A namespace with search attributes, and an empty database. */
  Place newPlace() {
    String name = "place" + PLACES.incrementAndGet();
    Programs.realTemporal("namespace", folder.toString(), name);
    Programs.realTemporal("database", folder.toString(), name);
    String database = variable("MUSTER_DATABASE_URL");
    return new Place(
        new TemporalCli(variable("TEMPORAL_ADDRESS"), name),
        database.substring(0, database.lastIndexOf('/') + 1) + name,
        variable("MUSTER_DATABASE_USER"),
        variable("MUSTER_DATABASE_PASSWORD"));
  }

  private String variable(String name) {
    return Optional.ofNullable(environment.get(name)).orElseThrow();
  }

  /** kill -9. */
  public void kill(Part part) {
    try {
      String pid = Files.readString(folder.resolve("pids").resolve(part.word())).strip();
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Starts what was killed; returns when it is healthy. */
  public void start(Part part) {
    Programs.realTemporal("start", folder.toString(), "--part", part.word());
  }
}
