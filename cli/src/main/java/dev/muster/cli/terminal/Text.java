package dev.muster.cli.terminal;

/** Single-line text with a known width. */
public final class Text {
  private Text() {}

  /**
   * The text on one line and without control characters. What agents print ends up here, and must
   * not be able to move the cursor or change the terminal's settings.
   */
  public static String clean(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    boolean replaced = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean drop = Character.isISOControl(c) || isDirectional(c);
      if (drop) {
        replaced = true;
      } else if (!replaced) {
        clean.append(c);
      } else if (c != ' ') {
        // However many were dropped in a row, and the blanks beside them, they leave one blank.
        boolean parted = clean.isEmpty() || clean.charAt(clean.length() - 1) == ' ';
        clean.append(parted ? "" : " ").append(c);
        replaced = false;
      }
    }
    return clean.toString();
  }

  /** Columns that the text takes; every character counts as one. */
  public static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  /** The text, or its beginning and an ellipsis when it is wider than {@code width}. */
  public static String fit(String text, int width, Style style) {
    if (width(text) <= width) {
      return text;
    }
    if (width < 1) {
      return "";
    }
    return text.substring(0, text.offsetByCodePoints(0, width - 1)) + style.ellipsis();
  }

  /** The text with blanks behind it up to {@code width}. */
  public static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - width(text)));
  }

  /** "1 node", "2 nodes". */
  public static String count(long n, String noun) {
    return n + " " + noun + (n == 1 ? "" : "s");
  }

  // Marks that reorder what is shown (bidirectional overrides and isolates).
  private static boolean isDirectional(char c) {
    return (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
  }
}
