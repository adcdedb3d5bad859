package dev.muster.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each simple name stands for one thing, so that a name is found at the first try. */
final class NamesTest {

  @Test
  void noSimpleNameOfATypeIsThereTwice() throws IOException {
    Map<String, List<String>> places = places();
    assertThat(places).hasSizeGreaterThan(500);
    assertThat(places.values().stream().filter(files -> files.size() > 1)).isEmpty();
  }

  /** By simple name in small letters: two names that differ in a capital are one to the ear. */
  private static Map<String, List<String>> places() throws IOException {
    Path root = Path.of("..").toRealPath();
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.matches("[a-z]+/src/main/java/.*\\.java"))
          .filter(file -> !file.endsWith("package-info.java"))
          .collect(
              Collectors.groupingBy(
                  file -> Path.of(file).getFileName().toString().toLowerCase(java.util.Locale.ROOT),
                  TreeMap::new,
                  Collectors.toList()));
    }
  }
}
