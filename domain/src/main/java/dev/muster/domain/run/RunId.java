package dev.muster.domain.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.action.UuidOrder;
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

  // Not the record's own: see decision 26.

  @Override
  public boolean equals(Object other) {
    return other instanceof RunId(UUID its) && value.equals(its);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public int compareTo(RunId other) {
    return UuidOrder.BY_TEXT.compare(value, other.value);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
