package dev.muster.workflows.contract;

import java.util.Locale;

/** An {@link Instruction} and what to do. */
public record RunCommand(Verb verb, Instruction instruction) {

  /** What people may ask of a run. */
  public enum Verb {
    PAUSE,
    RESUME,
    CANCEL,
    APPROVE,
    REJECT;

    /** The signal or the update that stands for it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
