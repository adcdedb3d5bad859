package dev.muster.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.util.FileSystemUtils;

/** A Temporal server on PostgreSQL in a folder of its own, by {@code scripts/real-temporal}. */
final class RealTemporal implements AutoCloseable {

  /** As many ports as the script uses. */
  private static final int PORTS = 10;

  private static final Pattern EXPORT = Pattern.compile("export (\\w+)=(\\S*)");

  private final Path folder;
  private final Map<String, String> environment;

  private RealTemporal(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /** Builds what is not built, starts it, and returns when it is healthy. */
  static RealTemporal start() {
    try {
      Path folder = Files.createTempDirectory("muster-bench-temporal");
      script("install");
      script("start", folder.toString(), "--port", String.valueOf(PortBlock.free(PORTS)));
      return new RealTemporal(folder, environment(folder));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Where a program of Temporal is; built if need be. */
  static String program(String name) {
    script("install");
    return script("path", name).strip();
  }

  /** Where it keeps everything; gone when it is closed. */
  Path folder() {
    return folder;
  }

  /** Of its frontend and its database, as the environment of Muster's processes. */
  Map<String, String> environment() {
    return environment;
  }

  String address() {
    return Optional.ofNullable(environment.get("TEMPORAL_ADDRESS")).orElseThrow();
  }

  /** The server and its PostgreSQL. */
  List<ProcessHandle> processes() {
    return List.of(process("server"), process("postgres"));
  }

  private ProcessHandle process(String part) {
    try {
      String pid = Files.readString(folder.resolve("pids").resolve(part)).strip();
      return ProcessHandle.of(Long.parseLong(pid))
          .orElseThrow(() -> new IllegalStateException(part + " is gone"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Map<String, String> environment(Path folder) {
    return script("env", folder.toString())
        .lines()
        .map(EXPORT::matcher)
        .filter(Matcher::matches)
        .filter(match -> !match.group(1).equals("PATH"))
        .collect(Collectors.toUnmodifiableMap(match -> match.group(1), match -> match.group(2)));
  }

  private static String script(String... arguments) {
    String home =
        Optional.ofNullable(System.getenv("MUSTER_HOME"))
            .orElseThrow(() -> new IllegalStateException("start the benchmark by ./muster bench"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(home, "scripts", "real-temporal").toString());
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      if (code != 0) {
        throw new IllegalStateException(
            "%s ended with %d".formatted(String.join(" ", command), code));
      }
      return said;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    script("stop", folder.toString());
    try {
      FileSystemUtils.deleteRecursively(folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
