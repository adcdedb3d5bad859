package dev.muster.agent.settings;

/** The agent was started wrongly; the message is one line for the person who started it. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With what is wrong, and what is expected. */
  public UsageException(String message) {
    super(message);
  }
}
