package dev.muster.standalone.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A main class of the test class path in a JVM of its own. */
final class JavaProcess implements AutoCloseable {

  private static final int STOPS_WITHIN_SECONDS = 20;

  private final Process process;
  private final String firstLine;

  private JavaProcess(Process process, String firstLine) {
    this.process = process;
    this.firstLine = firstLine;
  }

  /** Starts it and waits for the first line that it prints. */
  static JavaProcess start(Class<?> mainClass, Path errors, List<String> arguments) {
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
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
              .start();
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = reader.readLine();
      if (line == null) {
        throw new IllegalStateException(mainClass + " ended before it was ready; see " + errors);
      }
      Thread.ofVirtual().start(() -> reader.lines().forEach(ignored -> {}));
      return new JavaProcess(process, line);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  String firstLine() {
    return firstLine;
  }

  /** kill -9. */
  void kill() {
    process.destroyForcibly();
    await();
  }

  @Override
  public void close() {
    process.destroy();
    await();
    process.destroyForcibly();
  }

  private void await() {
    try {
      process.waitFor(STOPS_WITHIN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
