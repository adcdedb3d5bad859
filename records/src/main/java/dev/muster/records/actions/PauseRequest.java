package dev.muster.records.actions;

import dev.muster.domain.action.Signal;
import java.time.Instant;
import java.util.Optional;

/**
 * That somebody wants an action suspended, or resumed. The newest request counts.
 *
 * @param signal SUSPEND or RESUME
 * @param sentAt when the agent was told
 * @param refusal why the agent will not
 */
public record PauseRequest(
    Signal signal, Instant at, String by, Optional<Instant> sentAt, Optional<String> refusal) {

  /** The signal, while the agent does not know of it. */
  public Optional<Signal> unsent() {
    return sentAt.isEmpty() ? Optional.of(signal) : Optional.empty();
  }

  /** What the action is to be, unless its agent refused. */
  public Optional<Signal> wanted() {
    return refusal.isEmpty() ? Optional.of(signal) : Optional.empty();
  }
}
