package dev.muster.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Rows under headings. Columns without any value are left out. When the room is short, prose is cut
 * first, but stays readable; then whole columns are left out, the last and least important first.
 * What tells rows apart, such as an id, a name or a state, is never cut: a terminal that is too
 * narrow even for that wraps the line.
 */
public final class Table {
  /** One value and its colour. */
  public record Cell(String text, Colour colour) {
    public Cell {
      text = Text.clean(text);
    }

    public static Cell of(String text) {
      return new Cell(text, Colour.NONE);
    }

    /** A state in the colour that it has everywhere. */
    public static Cell state(String state) {
      return new Cell(state, Colour.ofState(state));
    }
  }

  private static final String GAP = "  ";

  /** A sentence that is cut to less says nothing. */
  private static final int NARROWEST = 16;

  /** Never left out, as the first column. */
  private static final Set<String> FIRM = Set.of("STATE", "STATUS", "RESULT");

  /** Left out when nothing else is left to be. */
  private static final Set<String> IMPORTANT =
      Set.of("CLUSTER", "NODE", "PLAYBOOK", "WHY", "PROBLEM");

  /** Sentences and lists: understood from their beginning. */
  private static final Set<String> PROSE =
      Set.of("REASON", "WHY", "DESCRIPTION", "PROBLEM", "LABELS", "RESULT", "NOTES", "DETAIL");

  private final List<String> headings;
  private final List<List<Cell>> rows = new ArrayList<>();

  private Table(List<String> headings) {
    this.headings = headings;
  }

  public static Table of(String... headings) {
    return new Table(List.of(headings));
  }

  /** Adds a row of plain texts. */
  public Table row(String... texts) {
    return row(Arrays.stream(texts).map(Cell::of).toList());
  }

  /** Adds a row, one cell for each heading. */
  public Table row(List<Cell> cells) {
    if (cells.size() != headings.size()) {
      throw new IllegalArgumentException(
          "%d cells for %d headings".formatted(cells.size(), headings.size()));
    }
    rows.add(cells);
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The table for a terminal. */
  public List<String> lines(Terminal terminal) {
    return lines(terminal.style(), terminal.width());
  }

  /** The table in {@code room} columns. */
  public List<String> lines(Style style, int room) {
    List<Integer> shown = shown(room);
    int[] widths = widths(shown, room);
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            shown.stream().map(c -> new Cell(headings.get(c), Colour.BOLD)).toList(),
            widths,
            style));
    for (List<Cell> row : rows) {
      lines.add(line(shown.stream().map(row::get).toList(), widths, style));
    }
    return lines;
  }

  private static String line(List<Cell> cells, int[] widths, Style style) {
    StyledLine line = new StyledLine();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      String text = Text.fit(cell.text(), widths[i], style);
      line.add(text, cell.colour());
      if (i < cells.size() - 1) {
        line.add(" ".repeat(widths[i] - Text.width(text)) + GAP);
      }
    }
    return line.render(style, Terminal.UNLIMITED);
  }

  /** The columns that there is room for. */
  private List<Integer> shown(int room) {
    List<Integer> shown =
        new ArrayList<>(
            IntStream.range(0, headings.size())
                .filter(column -> rows.stream().anyMatch(row -> !row.get(column).text().isEmpty()))
                .boxed()
                .toList());
    while (total(shown.stream().mapToInt(this::least).toArray()) > room) {
      List<Integer> inOrder = shown.stream().skip(1).filter(c -> !is(FIRM, c)).toList();
      Optional<Integer> least =
          inOrder.reversed().stream()
              .filter(c -> !is(IMPORTANT, c))
              .findFirst()
              .or(() -> inOrder.reversed().stream().findFirst());
      if (least.isEmpty()) {
        return shown;
      }
      shown.removeIf(least.get()::equals);
    }
    return shown;
  }

  private int[] widths(List<Integer> shown, int room) {
    int[] widths = shown.stream().mapToInt(this::natural).toArray();
    for (int tooWide = total(widths) - room; tooWide > 0; tooWide--) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        boolean cuttable = widths[i] > least(shown.get(i));
        if (cuttable && (widest < 0 || widths[i] >= widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return widths;
      }
      widths[widest]--;
    }
    return widths;
  }

  private static int total(int[] widths) {
    return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
  }

  /** What a column may be cut to. */
  private int least(int column) {
    return is(PROSE, column) ? Math.min(natural(column), NARROWEST) : natural(column);
  }

  private boolean is(Set<String> names, int column) {
    return names.contains(headings.get(column));
  }

  private int natural(int column) {
    return rows.stream()
        .mapToInt(row -> Text.width(row.get(column).text()))
        .reduce(headings.get(column).length(), Math::max);
  }
}
