package dev.muster.api.requests;

/** Who asks: the header {@code Muster-User}, or {@code anonymous}. */
public record Caller(String name) {

  public static final String HEADER = "Muster-User";
  private static final int MAX_LENGTH = 128;
  static final Caller ANONYMOUS = new Caller("anonymous");

  public Caller {
    if (name.isBlank()
        || name.length() > MAX_LENGTH
        || name.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: 1 to %d printable characters)"
              .formatted(HEADER, name.strip(), MAX_LENGTH));
    }
  }
}
