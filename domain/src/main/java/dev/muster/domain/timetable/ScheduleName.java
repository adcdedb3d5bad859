package dev.muster.domain.timetable;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.Label;

/** The name of a schedule, unique in its cluster. */
public record ScheduleName(@JsonValue String value) implements Comparable<ScheduleName> {

  /**
   * @throws IllegalArgumentException if the name is not an RFC 1123 label
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ScheduleName {
    Label.require("schedule", value);
  }

  @Override
  public int compareTo(ScheduleName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
