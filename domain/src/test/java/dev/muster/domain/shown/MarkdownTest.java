package dev.muster.domain.shown;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MarkdownTest {

  @Test
  void whatWasTypedStandsInCodeOnOneLine() {
    assertThat(Markdown.code(" a`b\n**c** <b>\u001b[31m ")).isEqualTo("`a'b **c** <b>\uFFFD[31m`");
  }

  @Test
  void aSentenceMeansNothingInMarkdown() {
    assertThat(Markdown.text("ERROR: \"a_b\" <b> *x* [y](z) `q`"))
        .isEqualTo("ERROR: \"a_b\" \\<b> \\*x\\* \\[y\\](z) \\`q\\`");
  }

  @Test
  void aCellIsCutBeforeItIsEscaped() {
    assertThat(Markdown.cell("ab|cd", 3)).isEqualTo("ab…");
    assertThat(Markdown.cell("a|bcd", 3)).isEqualTo("a\\|…");
    assertThat(Markdown.cell("a|b", 3)).isEqualTo("a\\|b");
  }

  @Test
  void columnsOfTablesKeepApartAndNothingElseChanges() {
    assertThat(Markdown.withRoom("a | b\n| # | x |\n|--:|---|\n| 1 | y |\n"))
        .isEqualTo("a | b\n| #\u00a0 | \u00a0x |\n|--:|---|\n| 1\u00a0 | \u00a0y |\n");
    assertThat(Markdown.withRoom("")).isEmpty();
  }
}
