package dev.muster.workflows.contract;

/**
 * What became of a command.
 *
 * @param text what happened, or why it was refused and what to do instead
 */
public record CommandOutcome(Result result, String text) {

  /** Whether it was carried out. */
  public enum Result {
    APPLIED,
    REFUSED
  }

  public static CommandOutcome applied(String text) {
    return new CommandOutcome(Result.APPLIED, text);
  }

  public static CommandOutcome refused(String text) {
    return new CommandOutcome(Result.REFUSED, text);
  }
}
