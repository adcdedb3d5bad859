package dev.muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** One line for the terminal, made of coloured pieces, that can be cut to a width. */
public final class StyledLine {
  private record Span(String text, Colour colour) {}

  private final List<Span> spans = new ArrayList<>();
  private int width;

  /** Adds ordinary text. */
  public StyledLine add(String text) {
    return add(text, Colour.NONE);
  }

  /** Adds text in a colour. Control characters in it become blanks. */
  public StyledLine add(String text, Colour colour) {
    String clean = Text.clean(text);
    if (!spans.isEmpty() && spans.getLast().colour() == colour) {
      spans.add(new Span(spans.removeLast().text() + clean, colour));
    } else {
      spans.add(new Span(clean, colour));
    }
    width += Text.width(clean);
    return this;
  }

  /** Adds a mark in its own colour. */
  public StyledLine add(Mark mark, Style style) {
    return add(mark.in(style), mark.colour());
  }

  /** Adds blanks up to a column. */
  public StyledLine to(int column) {
    return column > width ? add(" ".repeat(column - width)) : this;
  }

  /** Columns used so far. */
  public int width() {
    return width;
  }

  /** The line, cut to {@code room} columns. */
  public String render(Style style, int room) {
    boolean cut = width > room;
    int left = cut ? room - 1 : room;
    StringBuilder line = new StringBuilder();
    for (Span span : spans) {
      String text = beginning(span.text(), left);
      line.append(style.paint(span.colour(), text));
      left -= Text.width(text);
    }
    return cut ? line + style.ellipsis() : line.toString().stripTrailing();
  }

  private static String beginning(String text, int columns) {
    return Text.width(text) <= columns
        ? text
        : text.substring(0, text.offsetByCodePoints(0, columns));
  }
}
