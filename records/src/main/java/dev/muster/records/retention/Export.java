package dev.muster.records.retention;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Keeps history somewhere else before it is removed. */
@FunctionalInterface
public interface Export {

  /**
   * Returns when the lines can no longer be lost. What it throws keeps them from being removed; the
   * same lines may come again.
   *
   * @param lines one for each run, action and entry of the audit, in the order in which they go
   */
  void keep(List<JsonNode> lines);
}
