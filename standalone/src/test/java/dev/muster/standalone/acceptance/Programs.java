package dev.muster.standalone.acceptance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs programs that are not ours, and says why they failed. */
final class Programs {

  /** What a program said. */
  record Said(int code, String out, String errors) {}

  private Programs() {}

  /** Runs a program to its end. */
  static Said run(List<String> command) {
    return run(command, Map.of());
  }

  /** Starts a program with more in its environment. */
  static Said run(List<String> command, Map<String, String> environment) {
    try {
      File errors = File.createTempFile("muster", ".err");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(command).redirectError(errors).redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), out, Files.readString(errors.toPath()));
      } finally {
        Files.delete(errors.toPath());
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  /** The output of a command of {@code scripts/real-temporal}, which must succeed. */
  static String realTemporal(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(inRepository("scripts/real-temporal").toString());
    command.addAll(List.of(arguments));
    Said said = run(command);
    if (said.code() != 0) {
      throw new IllegalStateException(
          "%s ended with %d: %s"
              .formatted(String.join(" ", command), said.code(), said.errors().strip()));
    }
    return said.out();
  }

  /** A program of the repository that these tests belong to. */
  static Path inRepository(String program) {
    Path here = Path.of("").toAbsolutePath();
    return Stream.iterate(here, folder -> folder != null, Path::getParent)
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no %s above %s".formatted(program, here)));
  }
}
