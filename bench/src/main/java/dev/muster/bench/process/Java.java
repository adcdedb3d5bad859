package dev.muster.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Starts a main class of this class path in a JVM of its own. */
final class Java {

  private Java() {}

  /**
   * Starts {@code mainClass}; what it prints to its standard error is shown.
   *
   * @param flagsFrom name of the environment variable in which the launcher hands over JVM flags
   */
  static Process start(String flagsFrom, Class<?> mainClass, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    Optional.ofNullable(System.getenv(flagsFrom))
        .filter(flags -> !flags.isBlank())
        .ifPresent(flags -> command.addAll(Arrays.asList(flags.split(" ", -1))));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(mainClass.getName());
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
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
