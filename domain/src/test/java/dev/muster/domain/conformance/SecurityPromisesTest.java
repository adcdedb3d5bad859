package dev.muster.domain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each promise of docs/security.md names a test that exists, or a script that CI runs. */
final class SecurityPromisesTest {

  private static final Path ROOT = Path.of("..");

  /** What no test of ours can be: what CI runs beside them. */
  private static final List<String> SCRIPTS =
      List.of(
          "(../scripts/api/strangers.py)", "(../scripts/libraries)", "(../scripts/reproducible)");

  @Test
  void everyPromiseNamesTestsThatExist() throws IOException {
    List<String> promises = promises();
    assertThat(promises).hasSizeGreaterThan(35);
    NamedTests tests = NamedTests.under(ROOT);
    for (String promise : promises) {
      boolean byScript = SCRIPTS.stream().anyMatch(promise::contains);
      assertThat(byScript || !NamedTests.in(promise).isEmpty()).as(promise).isTrue();
      tests.requireAll("docs/security.md", promise);
    }
  }

  @Test
  void noOtherFormOfNamingSlipsThrough() throws IOException {
    for (String promise : promises()) {
      String proofs = promise.substring(promise.lastIndexOf(" | "));
      String rest = proofs.replaceAll("`\\w+(Test|IT)\\.\\w+`", "");
      assertThat(rest).as(promise).doesNotContain("`").doesNotContain(".java");
    }
  }

  private static List<String> promises() throws IOException {
    return Files.readAllLines(ROOT.resolve("docs/security.md")).stream()
        .dropWhile(line -> !line.startsWith("| promise | test |"))
        .takeWhile(line -> line.startsWith("|"))
        .skip(2)
        .toList();
  }
}
