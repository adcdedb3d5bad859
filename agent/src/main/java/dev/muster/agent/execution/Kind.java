package dev.muster.agent.execution;

import dev.muster.domain.action.Signal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A kind of action: to add one, implement this in a file of its own and register it in {@code
 * Kinds}. A kind has no state; everything about one execution comes with the {@link Execution}.
 */
public interface Kind {

  /** The name that actions call it by, such as {@code service.restart}. */
  String name();

  /** Why an action with these arguments would be pointless; empty if it may come. */
  Optional<String> refusal(JsonNode args);

  /**
   * Does it. Returns when it is finished, cancelled or out of time.
   *
   * @throws InterruptedException if the agent stops: nothing is recorded then, and {@link #recover}
   *     is asked when the agent is back
   * @throws Exception if it cannot be done; the action is FAILED with the message
   */
  Outcome execute(Execution execution) throws Exception;

  /**
   * Goes on after a restart of the agent, which may have been killed at any point of {@link
   * #execute}. A kind that may simply be executed again says so by doing it.
   */
  default Outcome recover(Execution execution) throws Exception {
    return Outcome.failed(
        "interrupted by a restart of the agent",
        name() + " cannot be continued, and doing it a second time may do harm");
  }

  /** The signals that it heeds. */
  default Set<Signal> heeds() {
    return Set.of(Signal.CANCEL, Signal.SUSPEND, Signal.RESUME);
  }

  /** How long it may take when the action does not say; empty for as long as it likes. */
  default Optional<Duration> timeout() {
    return Optional.empty();
  }
}
