package dev.muster.domain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tests that documents name as {@code Class.method}. */
final class NamedTests {

  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");

  /** By class; of two classes of one name, both. */
  private final Map<String, String> sources;

  private NamedTests(Map<String, String> sources) {
    this.sources = sources;
  }

  /** Those of all modules. */
  static NamedTests under(Path root) throws IOException {
    try (Stream<Path> modules = Files.list(root)) {
      return new NamedTests(
          modules
              .map(module -> module.resolve("src/test/java"))
              .filter(Files::isDirectory)
              .flatMap(NamedTests::tests)
              .collect(
                  Collectors.toMap(
                      file -> file.getFileName().toString().replace(".java", ""),
                      NamedTests::read,
                      String::concat)));
    }
  }

  /** What a text names. */
  static List<String> in(String text) {
    return NAMED.matcher(text).results().map(MatchResult::group).toList();
  }

  /** Fails if one that the text names is no test. */
  void requireAll(String document, String text) {
    for (Matcher named = NAMED.matcher(text); named.find(); ) {
      assertThat(sources.getOrDefault(named.group(1), ""))
          .as("%s names %s", document, named.group())
          .containsPattern(
              "@(Test|ParameterizedTest)\\b(?:(?!\\bvoid\\b)[\\s\\S])*void %s\\("
                  .formatted(named.group(2)));
    }
  }

  private static Stream<Path> tests(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().matches(".*(Test|IT)\\.java")).toList().stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
