package dev.muster.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cli.terminal.Table.Cell;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TerminalTextTest {
  @Test
  void controlCharactersLeaveOneBlank() {
    assertThat(Text.clean("a\r\n\u001b b\u0007")).isEqualTo("a b");
    assertThat(Text.clean("\u001b[31mred")).isEqualTo("[31mred");
    assertThat(Text.clean("  two  blanks ")).isEqualTo("  two  blanks ");
  }

  @Test
  void aTableCutsItsProseAndDropsEmptyColumns() {
    Table table =
        Table.of("ID", "EMPTY", "REASON")
            .row("a1", "", "a long text that does not fit")
            .row(List.of(Cell.of("b2"), Cell.of(""), Cell.state("DONE")));
    assertThat(table.lines(Style.MONO, 20))
        .containsExactly("ID  REASON", "a1  a long text tha…", "b2  DONE");
    assertThat(table.lines(Style.WORDS, Terminal.UNLIMITED).get(1))
        .isEqualTo("a1  a long text that does not fit");
    assertThat(table.lines(Style.COLOUR, 80).get(2)).isEqualTo("b2  \u001b[32mDONE\u001b[0m");
  }

  @Test
  void aLineIsCutWithoutCuttingItsColours() {
    StyledLine line = new StyledLine().add("abc", Colour.RED).add("def");
    assertThat(line.render(Style.COLOUR, 4)).isEqualTo("\u001b[31mabc\u001b[0m…");
    assertThat(line.render(Style.COLOUR, 6)).isEqualTo("\u001b[31mabc\u001b[0mdef");
    assertThat(line.render(Style.ASCII, 5)).isEqualTo("abcd~");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.42S, 0.4s, 0s",
    "PT9.99S, 9.9s, 9s",
    "PT59S, 59s, 59s",
    "PT2M5S, 2m05s, 2m05s",
    "PT1H2M, 1h02m, 1h02m",
    "PT76H, 3d04h, 3d04h",
    "PT-5S, 0.0s, 0s"
  })
  void durationsAreShort(Duration time, String took, String running) {
    assertThat(TimeText.took(time)).isEqualTo(took);
    assertThat(TimeText.running(time)).isEqualTo(running);
  }

  @ParameterizedTest
  @CsvSource({
    "0, just now",
    "1, 1s ago",
    "119, 119s ago",
    "120, 2m ago",
    "7199, 119m ago",
    "7200, 2h ago",
    "172800, 2d ago",
    "-30, just now"
  })
  void agesHaveOneUnit(long seconds, String text) {
    Instant now = Instant.parse("2026-11-20T12:00:00Z");
    assertThat(TimeText.ago(now.minusSeconds(seconds), now)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "30s, PT30S",
    "1h30m, PT1H30M",
    "2d, PT48H",
    "250ms, PT0.25S",
    "PT5M, PT5M",
    "5M, PT5M"
  })
  void durationsAreTypedAsPeopleSayThem(String typed, Duration time) {
    assertThat(TimeText.parse(typed)).isEqualTo(time);
    assertThat(TimeText.parse(TimeText.whole(time))).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "5", "5 m", "m", "99999999999999999999s", "9223372036854775807d"})
  void whatIsNoDurationIsRefusedInWords(String typed) {
    assertThatThrownBy(() -> TimeText.parse(typed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + typed + "'");
  }

  @Test
  void coloursAndSignsDependOnTheTerminal() {
    assertThat(Terminal.style(Map.of("LANG", "en_US.UTF-8"))).isEqualTo(Style.COLOUR);
    assertThat(Terminal.style(Map.of("LC_ALL", "C.utf8", "NO_COLOR", "1"))).isEqualTo(Style.MONO);
    assertThat(Terminal.style(Map.of("LANG", "C"))).isEqualTo(Style.ASCII);
    assertThat(Terminal.style(Map.of("LC_ALL", "C", "LANG", "en_US.UTF-8"))).isEqualTo(Style.ASCII);
  }

  @Test
  void columnsAndLinesWinOverTheTerminal() {
    Terminal sized =
        Terminal.screen(80, 24, Style.MONO).resized(Map.of("COLUMNS", "132", "LINES", "50"));
    assertThat(sized).isEqualTo(Terminal.screen(132, 50, Style.MONO));
    assertThat(Terminal.screen(1, 1, Style.MONO).width()).isEqualTo(20);
  }
}
