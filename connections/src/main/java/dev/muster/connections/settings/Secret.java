package dev.muster.connections.settings;

/** A text that must not be shown: not in logs, not in errors, not in any {@code toString}. */
public final class Secret {

  private final String text;

  public Secret(String text) {
    this.text = text;
  }

  /** The text, for whoever sends it. */
  public String reveal() {
    return text;
  }

  @Override
  public String toString() {
    return "******";
  }
}
