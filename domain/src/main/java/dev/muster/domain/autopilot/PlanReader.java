package dev.muster.domain.autopilot;

import tools.jackson.databind.JsonNode;

/**
 * Reads Plans of {@code autopilot.k0sproject.io/v1beta2} and says which are admitted.
 *
 * <p>Accepts what typed clients send for absent values: {@code "status": {"state": "", "commands":
 * null}}, {@code "limits": {}}, empty discoveries. Refuses with a reason what Autopilot takes and
 * then does wrongly (docs/conformance/autopilot.md).
 */
public final class PlanReader {

  private PlanReader() {}

  /**
   * Reads a whole object: apiVersion, kind, metadata.name, metadata.annotations, spec. Unknown
   * fields of spec are findings. Whatever the JSON is, there is an answer.
   */
  public static PlanReading read(JsonNode object) {
    throw new UnsupportedOperationException();
  }
}
