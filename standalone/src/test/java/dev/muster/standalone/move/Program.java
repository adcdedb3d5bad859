package dev.muster.standalone.move;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A main class of this class path in a JVM of its own, ready when it has printed a line. */
final class Program implements AutoCloseable {

  private static final int STOPS_WITHIN_SECONDS = 20;

  private final Process process;
  private final String firstLine;

  private Program(Process process, String firstLine) {
    this.process = process;
    this.firstLine = firstLine;
  }

  static Program start(
      Class<?> mainClass, Path errors, Map<String, String> environment, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            mainClass.getName()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      BufferedReader output = process.inputReader();
      String line = output.readLine();
      if (line == null) {
        throw new IllegalStateException(mainClass + " ended before it was ready; see " + errors);
      }
      Thread.ofVirtual().start(() -> output.lines().forEach(ignored -> {}));
      return new Program(process, line);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  String firstLine() {
    return firstLine;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOPS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
