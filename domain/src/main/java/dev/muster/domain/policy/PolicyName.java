package dev.muster.domain.policy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.Label;

/** The name of a policy, unique among policies; it may change. */
public record PolicyName(@JsonValue String value) implements Comparable<PolicyName> {

  /**
   * @throws IllegalArgumentException if the name is not an RFC 1123 label
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public PolicyName {
    Label.require("policy", value);
  }

  @Override
  public int compareTo(PolicyName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
