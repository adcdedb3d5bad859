package dev.muster.workflows.contract;

/** An {@link Instruction} and what to do. */
public record RunCommand(Verb verb, Instruction instruction) {

  /** The verbs. */
  public enum Verb {
    PAUSE,
    RESUME,
    CANCEL,
    APPROVE,
    REJECT
  }
}
