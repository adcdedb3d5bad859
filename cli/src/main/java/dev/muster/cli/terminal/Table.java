package dev.muster.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Rows under headings. Columns without any value are left out; when the room is short, the widest
 * columns are cut first.
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
  private static final int NARROWEST = 4;

  // What cannot be recognised by its beginning is cut last: the first column, and these.
  private static final Set<String> FIRM = Set.of("STATE", "STATUS");

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
    List<Integer> shown =
        IntStream.range(0, headings.size())
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).text().isEmpty()))
            .boxed()
            .toList();
    int[] widths = widths(shown, room);
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
                shown.stream().map(c -> new Cell(headings.get(c), Colour.BOLD)).toList(),
                widths,
                style)
            .render(style, room));
    for (List<Cell> row : rows) {
      lines.add(line(shown.stream().map(row::get).toList(), widths, style).render(style, room));
    }
    return lines;
  }

  private static StyledLine line(List<Cell> cells, int[] widths, Style style) {
    StyledLine line = new StyledLine();
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      String text = Text.fit(cell.text(), widths[i], style);
      line.add(text, cell.colour());
      if (i < cells.size() - 1) {
        line.add(" ".repeat(widths[i] - Text.width(text)) + GAP);
      }
    }
    return line;
  }

  private int[] widths(List<Integer> shown, int room) {
    int[] widths = shown.stream().mapToInt(this::natural).toArray();
    int total = IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
    while (total > room) {
      int widest = widest(shown, widths, true);
      widest = widest < 0 ? widest(shown, widths, false) : widest;
      if (widest < 0) {
        return widths;
      }
      widths[widest]--;
      total--;
    }
    return widths;
  }

  /** The widest column that may still be cut; -1 without any. */
  private int widest(List<Integer> shown, int[] widths, boolean sparing) {
    int widest = -1;
    for (int i = 0; i < widths.length; i++) {
      boolean spared = sparing && (i == 0 || FIRM.contains(headings.get(shown.get(i))));
      if (!spared && widths[i] > NARROWEST && (widest < 0 || widths[i] >= widths[widest])) {
        widest = i;
      }
    }
    return widest;
  }

  private int natural(int column) {
    return rows.stream()
        .mapToInt(row -> Text.width(row.get(column).text()))
        .reduce(headings.get(column).length(), Math::max);
  }
}
