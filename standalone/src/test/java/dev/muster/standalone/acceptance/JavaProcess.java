package dev.muster.standalone.acceptance;

import dev.muster.agent.AgentMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A main class in a process of its own: as the launcher starts it if Maven has packaged it, else
 * from the test's class path.
 */
public final class JavaProcess implements AutoCloseable {

  private static final Duration STOPS_WITHIN = Duration.ofSeconds(30);

  private final Process process;
  private final CompletableFuture<String> firstLine;

  private JavaProcess(Process process, CompletableFuture<String> firstLine) {
    this.process = process;
    this.firstLine = firstLine;
  }

  /** Starts it and waits for the first line that it prints. */
  public static JavaProcess start(Class<?> mainClass, Path errors, List<String> arguments) {
    return start(mainClass, errors, arguments, Map.of());
  }

  /** Starts a process with more in its environment. */
  public static JavaProcess start(
      Class<?> mainClass, Path errors, List<String> arguments, Map<String, String> environment) {
    JavaProcess begun = begin(mainClass, errors, arguments, environment);
    begun.firstLine();
    return begun;
  }

  /** Starts it and waits for nothing; {@link #firstLine} does. */
  static JavaProcess begin(
      Class<?> mainClass, Path errors, List<String> arguments, Map<String, String> environment) {
    ProcessBuilder builder =
        builder(mainClass, arguments, environment)
            .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
    try {
      Process process = builder.start();
      CompletableFuture<String> firstLine = new CompletableFuture<>();
      BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
      Thread.ofVirtual()
          .start(() -> {
            try {
              reader.lines().forEach(firstLine::complete);
            } catch (UncheckedIOException killed) {
              // It ended, like any other.
            }
            firstLine.completeExceptionally(
                new IllegalStateException(
                    "%s ended before it was ready: %s".formatted(mainClass, lastOf(errors))));
          });
      return new JavaProcess(process, firstLine);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String lastOf(Path errors) {
    try {
      List<String> lines = Files.readAllLines(errors);
      return lines.isEmpty() ? "it said nothing" : lines.getLast();
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  /** Starts it and waits for nothing; what it prints goes into {@code log}. */
  static JavaProcess launch(
      Class<?> mainClass, Path log, List<String> arguments, Map<String, String> environment) {
    ProcessBuilder builder =
        builder(mainClass, arguments, environment)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      return new JavaProcess(builder.start(), CompletableFuture.completedFuture(""));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static ProcessBuilder builder(
      Class<?> mainClass, List<String> arguments, Map<String, String> environment) {
    List<String> command = new ArrayList<>(Launcher.of(mainClass).orElse(onClassPath(mainClass)));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(Launcher.ENVIRONMENT);
    builder.environment().putAll(environment);
    return builder;
  }

  private static List<String> onClassPath(Class<?> mainClass) {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        // As the launcher gives it.
        mainClass.equals(AgentMain.class) ? "-Xmx48m" : "-Xmx416m",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        System.getProperty("java.class.path"),
        mainClass.getName());
  }

  /**
   * The first line that it printed; waits for it.
   *
   * @throws IllegalStateException if it ended before
   */
  public String firstLine() {
    try {
      return firstLine.join();
    } catch (CompletionException ended) {
      throw new IllegalStateException(String.valueOf(ended.getCause()), ended);
    }
  }

  /** Bytes of memory that it has. */
  long resident() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/%d/status".formatted(process.pid())))) {
      return lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
              .findFirst()
              .orElseThrow()
          << 10;
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly();
    await();
  }

  /** Sends a signal, by its name without {@code SIG}. */
  void signal(String name) {
    Programs.run(List.of("/bin/sh", "-c", "kill -s %s %d".formatted(name, process.pid())));
  }

  /** SIGTERM; returns how long it took to end, at most half a minute. */
  public Duration stop() {
    long began = System.nanoTime();
    process.destroy();
    await();
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Override
  public void close() {
    stop();
    process.destroyForcibly();
  }

  private void await() {
    try {
      process.waitFor(STOPS_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is reachable and what is not yet collected. */
  void dumpHeap(Path file) {
    try {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  String.valueOf(process.pid()),
                  "GC.heap_dump",
                  "-all",
                  file.toAbsolutePath().toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (jcmd.waitFor() != 0) {
        throw new IllegalStateException("no heap dump: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
