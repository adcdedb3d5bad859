package dev.muster.domain.receiver;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.Label;

/** The name of a receiver, unique in its cluster. */
public record ReceiverName(@JsonValue String value) implements Comparable<ReceiverName> {

  /**
   * @throws IllegalArgumentException if the name is not an RFC 1123 label
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ReceiverName {
    Label.require("receiver", value);
  }

  @Override
  public int compareTo(ReceiverName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
