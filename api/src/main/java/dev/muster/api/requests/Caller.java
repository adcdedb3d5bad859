package dev.muster.api.requests;

import dev.muster.domain.request.WhoAndWhy;
import dev.muster.domain.shown.Printable;

/**
 * Who asks: the name of a proven identity; where nobody is asked the header {@code Muster-User}, or
 * {@code anonymous}.
 */
public record Caller(String name) {

  public static final String HEADER = "Muster-User";
  static final Caller ANONYMOUS = new Caller("anonymous");

  public Caller {
    if (name.isBlank() || name.length() > WhoAndWhy.LONGEST_NAME || !Printable.isLine(name)) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: 1 to %d printable characters)"
              .formatted(HEADER, Printable.of(name.strip()), WhoAndWhy.LONGEST_NAME));
    }
  }
}
