package dev.muster.domain.cluster;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The id of a node, unique in its cluster. */
public record NodeId(@JsonValue String value) implements Comparable<NodeId> {

  /**
   * @throws IllegalArgumentException if the name is not an RFC 1123 subdomain
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public NodeId {
    Label.requireSubdomain("node", value);
  }

  // Not the record's own: see decision 26.

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeId(String its) && value.equals(its);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public int compareTo(NodeId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
