package dev.muster.cli.install;

/** An installation that came to nothing: which step failed, why, and what to do. */
public final class InstallFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String advice;

  InstallFailure(String step, String why, String advice) {
    super("%s: %s".formatted(step, why));
    this.advice = advice;
  }

  /** The one line that says what failed. */
  public String line() {
    return String.valueOf(getMessage());
  }

  /** What to do; may be empty. */
  public String advice() {
    return advice;
  }
}
