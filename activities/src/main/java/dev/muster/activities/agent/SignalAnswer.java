package dev.muster.activities.agent;

import java.util.Optional;

/** What an agent made of a signal to one of its actions. */
public sealed interface SignalAnswer {

  /** It will act on it. */
  record Accepted() implements SignalAnswer {}

  /** It will not: the kind ignores such a signal, or the action is unknown or finished. */
  record Refused(String reason) implements SignalAnswer {}

  /** Why it will not, if it will not. */
  default Optional<String> refusal() {
    return this instanceof Refused(String reason) ? Optional.of(reason) : Optional.empty();
  }
}
