package dev.muster.activities.agent;

/** What an agent made of a signal to one of its actions. */
public sealed interface SignalAnswer {

  /** It will act on it. */
  record Accepted() implements SignalAnswer {}

  /** It will not: the kind ignores such a signal, or the action is unknown or finished. */
  record Refused(String reason) implements SignalAnswer {}
}
