package dev.muster.agent.artifact;

import java.io.InputStream;
import java.util.Optional;

/** Where an artifact comes from. */
public sealed interface Origin permits FileOrigin, WebOrigin {

  /** Its name in messages; without what may be secret. */
  String shown();

  /**
   * Begins to read it. May block.
   *
   * @param have bytes of it that are there already
   */
  Opening open(Have have);

  /**
   * What an attempt before has brought.
   *
   * @param tag by which the source calls the state that it is of; empty if that is not known
   */
  record Have(long bytes, Optional<String> tag) {

    /** Nothing. */
    static final Have NOTHING = new Have(0, Optional.empty());
  }

  /** What came of it. */
  sealed interface Opening {

    /**
     * Its bytes come.
     *
     * @param at from which byte on: those before are there, or it is 0
     * @param total bytes of the whole, if that is known
     * @param end gives up what is open
     */
    record Flowing(
        InputStream bytes, long at, Optional<Long> total, Optional<String> tag, Runnable end)
        implements Opening {}

    /** What is there is all of it. */
    record Nothing() implements Opening {}

    /** What is there is of no use; all of it has to come again. */
    record Anew(String why) implements Opening {}

    /** Not now; it may be otherwise soon. */
    record NotNow(String why) implements Opening {}

    /** Not, however often it is tried. */
    record Never(String why) implements Opening {}
  }
}
