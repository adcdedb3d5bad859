package dev.muster.domain.discovery;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.Label;

/** The name of a discovery, unique in its cluster. */
public record DiscoveryName(@JsonValue String value) implements Comparable<DiscoveryName> {

  /**
   * @throws IllegalArgumentException if the name is not an RFC 1123 label
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public DiscoveryName {
    Label.require("discovery", value);
  }

  @Override
  public int compareTo(DiscoveryName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
