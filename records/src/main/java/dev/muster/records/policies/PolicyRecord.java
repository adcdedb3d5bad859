package dev.muster.records.policies;

import dev.muster.domain.policy.PolicyName;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A policy as it is kept.
 *
 * @param type by name: a newer version may have types that this one does not know
 */
public record PolicyRecord(
    UUID id,
    PolicyName name,
    String description,
    String type,
    JsonNode properties,
    Written created,
    Written changed) {

  /** When something was written, and by whom. */
  public record Written(Instant at, String by) {}
}
