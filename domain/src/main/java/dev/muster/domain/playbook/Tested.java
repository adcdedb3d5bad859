package dev.muster.domain.playbook;

/** What came of testing a {@code when}. */
public sealed interface Tested {

  /** It has an answer. */
  record Is(boolean holds) implements Tested {}

  /** It has none here; {@code message} says why. */
  record Failed(String message) implements Tested {}
}
