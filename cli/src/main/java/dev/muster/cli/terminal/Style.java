package dev.muster.cli.terminal;

/** What the reader of the output understands. */
public enum Style {
  /** Glyphs and colours. */
  COLOUR,
  /** Glyphs without colours: NO_COLOR is set. */
  MONO,
  /** Signs from ASCII: a terminal whose locale is not UTF-8. */
  ASCII,
  /** Words only: a file, a pipe, a log. */
  WORDS;

  /** {@code text} in a colour, if there are colours, and without signs that cannot be shown. */
  public String paint(Colour colour, String text) {
    return switch (this) {
      case COLOUR -> colour.around(text);
      case MONO, WORDS -> text;
      case ASCII -> text.replace('·', '-').replace('…', '~').replace('×', 'x');
    };
  }

  /** What stands for the end of a text that was cut. */
  String ellipsis() {
    return this == ASCII ? "~" : "…";
  }
}
