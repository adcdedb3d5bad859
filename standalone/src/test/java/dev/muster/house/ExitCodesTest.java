package dev.muster.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What any program of ours tells the shell. */
final class ExitCodesTest {

  /** A constant that is an exit code by its name. */
  private static final Pattern IN_JAVA =
      Pattern.compile(
          "static final int (?:EXIT_CODE|CANNOT_\\w+|WRONG_USAGE|INTERRUPTED|FAILED) = (\\d+);");

  private static final Pattern IN_SCRIPTS = Pattern.compile("\\bexit (\\d+)\\b");

  @Test
  void noProgramEndsWithACodeThatIsInNoList() throws IOException {
    Set<Integer> listed =
        Stream.of(ExitCode.values()).map(ExitCode::number).collect(Collectors.toSet());
    Path top = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    Set<Integer> used = new TreeSet<>(used(IN_SCRIPTS, top.resolve("muster")));
    used.addAll(used(IN_SCRIPTS, top.resolve("scripts/java.sh")));
    for (String module : Set.of("agent", "api", "cli", "connections", "standalone", "worker")) {
      try (Stream<Path> files = Files.walk(top.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          used.addAll(used(IN_JAVA, file));
        }
      }
    }

    assertThat(used).contains(1, 2, 70, 78, 130).isSubsetOf(listed);
  }

  private static Set<Integer> used(Pattern code, Path file) throws IOException {
    return code.matcher(Files.readString(file))
        .results()
        .map(found -> Integer.valueOf(found.group(1)))
        .collect(Collectors.toSet());
  }
}
