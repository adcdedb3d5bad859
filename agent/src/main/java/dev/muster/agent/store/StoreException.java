package dev.muster.agent.store;

/** The store cannot do its work: the disk is full, for instance. What was asked did not happen. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With what was attempted, and why it failed. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Nothing was written, and why. */
  static StoreException of(Exception failed) {
    return new StoreException("the store cannot be written: " + failed.getMessage(), failed);
  }

  /** With a message for the person who runs the agent. */
  public StoreException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
