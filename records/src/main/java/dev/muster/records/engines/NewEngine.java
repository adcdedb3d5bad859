package dev.muster.records.engines;

import java.time.Instant;

/**
 * A claim: from now on this engine moves the runs.
 *
 * @param by the process that claims, for people
 */
public record NewEngine(String identity, String description, Instant at, String by) {

  public NewEngine {
    if (identity.isBlank()) {
      throw new IllegalArgumentException("identity: '' (expected: what tells engines apart)");
    }
  }
}
