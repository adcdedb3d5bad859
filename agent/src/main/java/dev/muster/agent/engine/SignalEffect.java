package dev.muster.agent.engine;

/** What became of a signal to an action. */
public sealed interface SignalEffect {

  /** It is heeded; what it brings about shows in the action's state. */
  record Taken() implements SignalEffect {}

  /** It changes nothing, and why. */
  record Ignored(String reason) implements SignalEffect {}

  /** The action is between the store and the engine, where it stays for a moment only. */
  record NotNow() implements SignalEffect {}

  /** There is no such action. */
  record Unknown() implements SignalEffect {}
}
