package dev.muster.domain.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.UUID;

/** The id of a run; the caller may choose it, so that starting twice is harmless. */
public record RunId(@JsonValue UUID value) implements Comparable<RunId> {

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public RunId {}

  /**
   * Reads the usual 36 characters.
   *
   * @throws IllegalArgumentException if {@code text} is not a UUID
   */
  public static RunId parse(String text) {
    if (text.length() != 36) {
      throw new IllegalArgumentException("run id: '%s' (expected: a UUID)".formatted(text));
    }
    return new RunId(UUID.fromString(text));
  }

  /** As their texts, which nobody needs to make for that, and as PostgreSQL. */
  @Override
  public int compareTo(RunId other) {
    int high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
