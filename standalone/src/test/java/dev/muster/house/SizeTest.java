package dev.muster.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file has one reason and at most 300 lines. */
final class SizeTest {

  private static final int LINES_AT_MOST = 300;

  @Test
  void noSourceFileIsLongerThan300Lines() throws IOException {
    Path root = Path.of("..").toRealPath();
    List<String> tooLong;
    try (Stream<Path> files = Files.walk(root)) {
      tooLong =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().contains("/target/"))
              .filter(file -> lines(file) > LINES_AT_MOST)
              .map(file -> root.relativize(file) + ": " + lines(file))
              .toList();
    }
    assertThat(tooLong).isEmpty();
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
