package dev.muster.domain.cluster;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The name of a cluster: a set of nodes that is orchestrated as one. */
public record ClusterName(@JsonValue String value) implements Comparable<ClusterName> {

  /**
   * @throws IllegalArgumentException if the name is not an RFC 1123 label
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ClusterName {
    Label.require("cluster", value);
  }

  @Override
  public int compareTo(ClusterName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
