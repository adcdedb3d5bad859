package dev.muster.cli.terminal;

/** How something stands, in one sign. */
public enum Mark {
  OK("✔", "+", "ok", Colour.GREEN),
  FAILED("✖", "x", "failed", Colour.RED),
  RUNNING("▶", ">", "running", Colour.CYAN),
  WAITING("◷", "~", "waiting", Colour.YELLOW),
  PAUSED("‖", "=", "paused", Colour.YELLOW),
  PENDING("·", ".", "pending", Colour.DIM),
  SKIPPED("–", "-", "skipped", Colour.DIM),
  NOT_RUN("–", "-", "not run", Colour.DIM),
  CANCELLED("⊘", "/", "cancelled", Colour.DIM);

  private final String glyph;
  private final String ascii;
  private final String word;
  private final Colour colour;

  Mark(String glyph, String ascii, String word, Colour colour) {
    this.glyph = glyph;
    this.ascii = ascii;
    this.word = word;
    this.colour = colour;
  }

  /** The sign itself: one column wide, or a word where signs are not wanted. */
  public String in(Style style) {
    return switch (style) {
      case COLOUR, MONO -> glyph;
      case ASCII -> ascii;
      case WORDS -> word;
    };
  }

  public String word() {
    return word;
  }

  public Colour colour() {
    return colour;
  }
}
