package dev.muster.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts a main class of this class path in a JVM of its own. */
final class Java {

  private static final int STOPS_WITHIN_SECONDS = 20;

  private Java() {}

  /**
   * Starts {@code mainClass}; what it prints to its standard error is shown.
   *
   * @param flagsFrom name of the environment variable in which the launcher hands over JVM flags
   */
  static Process start(String flagsFrom, Class<?> mainClass, List<String> arguments) {
    return start(flagsFrom, List.of(), mainClass, arguments);
  }

  /** Starts {@code mainClass} with more flags than the launcher hands over; these win. */
  static Process start(
      String flagsFrom, List<String> more, Class<?> mainClass, List<String> arguments) {
    return launch(
        command(flagsFrom, more, mainClass, arguments), Map.of(), ProcessBuilder.Redirect.PIPE);
  }

  /** The flag of a heap in megabytes; none for what the launcher gives. */
  static List<String> heap(Optional<Integer> megabytes) {
    return megabytes.map(most -> List.of("-Xmx%dm".formatted(most))).orElse(List.of());
  }

  /** Starts a server by its flags, with {@code more} in its environment, its output in a file. */
  static Process startServer(
      Class<?> mainClass, List<String> arguments, Map<String, String> more, Path log) {
    return launch(
        command("MUSTER_SERVER_JVM", List.of(), mainClass, arguments),
        more,
        ProcessBuilder.Redirect.to(log.toFile()));
  }

  private static List<String> command(
      String flagsFrom, List<String> more, Class<?> mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    Optional.ofNullable(System.getenv(flagsFrom))
        .filter(flags -> !flags.isBlank())
        .ifPresent(flags -> command.addAll(Arrays.asList(flags.split(" ", -1))));
    command.addAll(more);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass.getName());
    command.addAll(arguments);
    return command;
  }

  private static Process launch(
      List<String> command, Map<String, String> more, ProcessBuilder.Redirect output) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(output)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(more);
    try {
      return builder.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Asks it to stop, and makes it after a while. */
  static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(STOPS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The first line that the process prints.
   *
   * @throws IllegalStateException if it ends without one
   */
  static String firstLine(Process process) {
    try {
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = reader.readLine();
      if (line == null) {
        throw new IllegalStateException("a process of the benchmark ended before it was ready");
      }
      return line;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
