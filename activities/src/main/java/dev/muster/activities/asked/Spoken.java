package dev.muster.activities.asked;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The texts that come with what people ask for: who, and why. Anybody may send anything by a
 * signal, so they are bounded here, where they are written: what the database cannot take would be
 * tried for ever, and what a terminal obeys would be printed on one.
 */
public final class Spoken {

  /** As for the REST API's user. */
  private static final int LONGEST_NAME = 128;

  /** As for a run's reason. */
  private static final int LONGEST_WHY = 2_000;

  /** Controls, and marks that turn the direction of text. */
  private static final Pattern UNPRINTABLE =
      Pattern.compile("[\\p{Cc}\\p{Cs}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069&&[^\\n\\t]]");

  private Spoken() {}

  /** Why it cannot be done on these words, if it cannot. */
  public static Optional<String> whyNot(String by, String why) {
    if (by.length() > LONGEST_NAME) {
      return Optional.of(
          "by: %d characters (expected: a name of at most %d)"
              .formatted(by.length(), LONGEST_NAME));
    }
    if (!by.equals(name(by))) {
      return Optional.of("by: '%s' (expected: printable characters)".formatted(name(by)));
    }
    return why.length() > LONGEST_WHY
        ? Optional.of(
            "why: %d characters (expected: at most %d)".formatted(why.length(), LONGEST_WHY))
        : Optional.empty();
  }

  /** The name as it can be kept and shown. */
  public static String name(String by) {
    return cut(
        UNPRINTABLE.matcher(by.replaceAll("[\\n\\t]", " ")).replaceAll("\uFFFD"), LONGEST_NAME);
  }

  /** A text as it can be kept and shown. */
  public static String text(String why) {
    return cut(UNPRINTABLE.matcher(why).replaceAll("\uFFFD"), LONGEST_WHY);
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
  }
}
