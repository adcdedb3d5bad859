package dev.muster.api.autopilot;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.Label;

/** The name of an object of k0s Autopilot, unique among those of its kind in its cluster. */
public record ObjectName(@JsonValue String value) {

  /**
   * @throws IllegalArgumentException if the name is not an RFC 1123 subdomain
   */
  public ObjectName {
    Label.requireSubdomain("name", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
