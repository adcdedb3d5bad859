package dev.muster.domain.shown;

import java.nio.charset.StandardCharsets;

/** A text that is not longer than there is room for. What is cut ends with an ellipsis. */
public final class Shortened {

  private static final String ELLIPSIS = "…";

  private Shortened() {}

  /**
   * The text, or its beginning.
   *
   * @param most characters with the ellipsis, as Java counts them; at least 2
   */
  public static String to(int most, String text) {
    return text.length() <= most ? text : beginning(text, most - 1) + ELLIPSIS;
  }

  /**
   * The text, or so much of its beginning as surely fits.
   *
   * @param most bytes in UTF-8 with the ellipsis; at least 9
   */
  public static String toBytes(int most, String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length <= most) {
      return text;
    }
    // A UTF-16 unit is at most three bytes, so this is short enough whatever the script.
    return beginning(text, Math.min(text.length(), most / 3 - 1)) + ELLIPSIS;
  }

  private static String beginning(String text, int end) {
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
  }
}
