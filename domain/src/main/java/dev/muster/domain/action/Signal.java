package dev.muster.domain.action;

/** What an agent can be asked to do to an action that it has. */
public enum Signal {
  /** Stop it; an action that has not begun is CANCELLED at once. */
  CANCEL,
  /** Pause it. */
  SUSPEND,
  /** Let a paused one go on. */
  RESUME
}
