package dev.muster.domain.autopilot;

import tools.jackson.databind.JsonNode;

/** A status as the JSON that Plans have: exactly Autopilot's fields. */
public final class PlanStatusJson {

  private PlanStatusJson() {}

  /** Writes it. {@code description} and empty lists of nodes are left out as Autopilot does. */
  public static JsonNode write(PlanStatus status) {
    throw new UnsupportedOperationException();
  }

  /** Reads what {@link #write} wrote. */
  public static PlanStatus read(JsonNode json) {
    throw new UnsupportedOperationException();
  }
}
