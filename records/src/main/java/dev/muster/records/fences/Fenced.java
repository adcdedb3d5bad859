package dev.muster.records.fences;

import java.util.Optional;

/** What became of a write under an epoch. */
public sealed interface Fenced<T> {

  /** It was done, and is committed. */
  record Written<T>(T result) implements Fenced<T> {}

  /**
   * Nothing was written: somebody newer writes now, and the writer must end.
   *
   * @param why who is newer, in words
   */
  record Superseded<T>(String why) implements Fenced<T> {}

  /** Nothing was written: the cluster or the run is gone, and the writer must end. */
  record Removed<T>() implements Fenced<T> {}

  /** The result, if it was done. */
  default Optional<T> written() {
    return this instanceof Written<T>(T result) ? Optional.of(result) : Optional.empty();
  }
}
