package dev.muster.agent.json;

/** A field that cannot be used; the message names it and says what is expected. */
public final class BadField extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** With a message for the person who wrote the field. */
  public BadField(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
