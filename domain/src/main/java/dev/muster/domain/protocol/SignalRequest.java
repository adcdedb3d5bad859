package dev.muster.domain.protocol;

/** Body of {@code POST /v1/actions/{id}/signal}. */
public record SignalRequest(Signal signal) {

  /** What an agent can be asked to do to an action. */
  public enum Signal {
    /** Stop it; an action that has not begun is CANCELLED at once. */
    CANCEL,
    /** Pause it. */
    SUSPEND,
    /** Let a paused one go on. */
    RESUME
  }
}
