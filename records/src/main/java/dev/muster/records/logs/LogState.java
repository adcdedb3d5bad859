package dev.muster.records.logs;

/** How far the log of an action is here. */
public enum LogState {
  /** The action executes; its log is fetched while somebody follows. */
  OPEN,
  /** The action ended, and its agent has what is not here yet. */
  WANTED,
  /** All is here that is kept. */
  KEPT,
  /** More of it will not come. */
  GIVEN_UP;

  /** Whether nothing more comes. */
  public boolean isFinal() {
    return this == KEPT || this == GIVEN_UP;
  }
}
