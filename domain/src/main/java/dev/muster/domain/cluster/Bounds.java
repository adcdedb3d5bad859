package dev.muster.domain.cluster;

/**
 * What a value may be, both ends included: the same for whoever sends it, by whatever way, and for
 * the documents that say so.
 */
public record Bounds<T extends Comparable<T>>(T least, T most) {

  /**
   * Returns {@code value} if it lies between.
   *
   * @param what the thing that is bounded, for the message
   * @throws IllegalArgumentException if it does not
   */
  public T require(String what, T value) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException("%s: %s (expected: %s)".formatted(what, value, this));
    }
    return value;
  }

  /** The value itself, or the end that it lies beyond. */
  public T nearest(T value) {
    if (value.compareTo(least) < 0) {
      return least;
    }
    return value.compareTo(most) > 0 ? most : value;
  }

  @Override
  public String toString() {
    return least + " to " + most;
  }
}
