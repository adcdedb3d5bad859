package dev.muster.domain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The lists of docs/conformance name tests that exist, and the page over them counts right. Whether
 * a test proves its case is for people to read.
 */
final class ConformanceListsTest {

  private static final Path ROOT = Path.of("..");
  private static final Path LISTS = ROOT.resolve("docs/conformance");
  private static final Pattern WORD = Pattern.compile("(met|departs|open)\\b.*");
  private static final Pattern CASES = Pattern.compile("(\\d+)(?: to -?(\\d+))?");

  /** One row: its cases, what Muster does, and the tests. */
  private record Row(String list, List<String> cells) {

    int cases() {
      return CASES.matcher(cells.getFirst()).results().mapToInt(Row::width).sum();
    }

    private static int width(MatchResult cases) {
      int first = Integer.parseInt(cases.group(1));
      return cases.group(2) == null ? 1 : Integer.parseInt(cases.group(2)) - first + 1;
    }

    String word() {
      Matcher matcher = WORD.matcher(cells.get(2));
      assertThat(matcher.matches()).as("begins with met, departs or open: %s", this).isTrue();
      return matcher.group(1);
    }

    List<String> tests() {
      return NamedTests.in(cells.get(3));
    }
  }

  @Test
  void everyRowSaysMetDepartsOrOpenAndWhatIsMetNamesItsTests() throws IOException {
    for (Row row : rows()) {
      assertThat(row.cells()).as(row.toString()).hasSize(4);
      if (row.word().equals("met")) {
        assertThat(row.tests()).as(row.toString()).isNotEmpty();
      }
    }
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    NamedTests tests = NamedTests.under(ROOT);
    for (Row row : rows()) {
      tests.requireAll(row.list(), String.join("|", row.cells()));
    }
  }

  @Test
  void thePageOverTheListsCountsTheirCases() throws IOException {
    String page = Files.readString(LISTS.resolve("README.md"));
    Map<String, List<Row>> lists =
        rows().stream()
            .collect(Collectors.groupingBy(Row::list, TreeMap::new, Collectors.toList()));
    assertThat(lists).hasSize(6);
    lists.forEach((list, rows) -> {
      int all = rows.stream().mapToInt(Row::cases).sum();
      assertThat(page)
          .as("counts of %s", list)
          .containsPattern(
              "\\(%s\\).*\\| %d \\| %d \\| %d \\| %d \\|"
                  .formatted(
                      Pattern.quote(list),
                      all,
                      count(rows, "met"),
                      count(rows, "departs"),
                      count(rows, "open")));
    });
  }

  private static int count(List<Row> rows, String word) {
    return rows.stream().filter(row -> row.word().equals(word)).mapToInt(Row::cases).sum();
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    try (Stream<Path> lists = Files.list(LISTS)) {
      for (Path list : lists.filter(file -> !file.endsWith("README.md")).sorted().toList()) {
        Files.readAllLines(list).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| case |"))
            .map(line -> Arrays.stream(line.strip().split("\\|", -1)).map(String::strip).toList())
            .map(
                cells -> new Row(list.getFileName().toString(), cells.subList(1, cells.size() - 1)))
            .forEach(rows::add);
      }
    }
    assertThat(rows).hasSizeGreaterThan(70);
    return rows;
  }
}
