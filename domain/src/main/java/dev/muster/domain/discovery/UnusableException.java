package dev.muster.domain.discovery;

/** Ends the reading of a document; never leaves this package. */
final class UnusableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String why;

  UnusableException(String why) {
    super(why);
    this.why = why;
  }

  String why() {
    return why;
  }
}
