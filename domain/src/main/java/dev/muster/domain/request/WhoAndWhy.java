package dev.muster.domain.request;

import dev.muster.domain.identity.Identity;
import dev.muster.domain.shown.Printable;
import dev.muster.domain.shown.Shortened;
import java.util.Optional;

/**
 * The texts that come with what people ask for: who, and why. Anybody may send anything by a
 * signal, so they are bounded: what the database cannot take would be tried for ever, and what a
 * terminal obeys would be printed on one.
 */
public final class WhoAndWhy {

  /** In characters. */
  public static final int LONGEST_NAME = Identity.LONGEST_NAME;

  /** In characters. */
  public static final int LONGEST_WHY = 2_000;

  private WhoAndWhy() {}

  /** Why it cannot be done on these words, if it cannot. */
  public static Optional<String> whyNot(String by, String why) {
    if (by.length() > LONGEST_NAME) {
      return Optional.of(
          "by: %d characters (expected: a name of at most %d)"
              .formatted(by.length(), LONGEST_NAME));
    }
    if (!Printable.isLine(by)) {
      return Optional.of("by: '%s' (expected: printable characters)".formatted(name(by)));
    }
    return why.length() > LONGEST_WHY
        ? Optional.of(
            "why: %d characters (expected: at most %d)".formatted(why.length(), LONGEST_WHY))
        : Optional.empty();
  }

  /** The name as it can be kept and shown. */
  public static String name(String by) {
    return Shortened.to(LONGEST_NAME, Printable.of(by.replaceAll("[\\n\\t]", " ")));
  }

  /** A text as it can be kept and shown. */
  public static String text(String why) {
    return Shortened.to(LONGEST_WHY, Printable.of(why));
  }
}
