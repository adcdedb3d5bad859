package dev.muster.domain.shown;

import java.util.regex.Pattern;

/**
 * Text without what a screen would obey or not show: controls, such as those that colour a
 * terminal, and marks that turn the direction of text. Line ends and tabs may stay.
 */
public final class Printable {

  private static final Pattern OTHER =
      Pattern.compile("[\\p{Cc}\\p{Cs}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");

  private Printable() {}

  /** The text, with a mark in the place of each such character. */
  public static String of(String text) {
    return OTHER.matcher(text).replaceAll("\uFFFD");
  }

  /** Whether all of it can be printed, on one line. */
  public static boolean isLine(String text) {
    return !OTHER.matcher(text).find() && text.indexOf('\n') < 0 && text.indexOf('\t') < 0;
  }
}
