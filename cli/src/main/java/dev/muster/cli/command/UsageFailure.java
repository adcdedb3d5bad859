package dev.muster.cli.command;

/** What a person typed cannot be used; nothing was sent. The message says what would be right. */
public final class UsageFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageFailure(String message) {
    super(message);
  }

  /** The one line that says it. */
  public String line() {
    return String.valueOf(getMessage());
  }
}
