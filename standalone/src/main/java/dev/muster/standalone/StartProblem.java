package dev.muster.standalone;

/** Why the process could not start, in one line that says what to do next. */
public final class StartProblem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartProblem(String message) {
    super(message);
  }

  public StartProblem(String message, Throwable cause) {
    super(message, cause);
  }
}
