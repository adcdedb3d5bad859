package dev.muster.activities.secret;

/**
 * One secret, where it is kept. Read anew each time, so that a rotation is known at once; called by
 * several threads.
 */
public interface SecretSource {

  /**
   * Its value now. Ends within seconds; never throws for what a provider does.
   *
   * <p>No reason holds a value, nor any text that a provider sent.
   */
  Reading read();

  /** What a provider says. */
  sealed interface Reading {

    /** The value. */
    record Found(String value) implements Reading {

      /** Without the value. */
      @Override
      public String toString() {
        return "Found";
      }
    }

    /** It is not there; waiting does not help. */
    record Absent(String why) implements Reading {}

    /** It cannot be read now; it may be later. */
    record Away(String why) implements Reading {}
  }
}
