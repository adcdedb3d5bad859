package dev.muster.api.policies;

import dev.muster.domain.policy.PolicyName;
import dev.muster.records.policies.PolicyRecord;
import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A policy as callers see it.
 *
 * @param id stays when the name changes
 * @param properties what the type wants to know, as the owner wrote it
 */
public record PolicyJson(
    UUID id,
    PolicyName name,
    String description,
    String type,
    JsonNode properties,
    Instant createdAt,
    String createdBy,
    Instant changedAt,
    String changedBy) {

  static PolicyJson of(PolicyRecord policy) {
    return new PolicyJson(
        policy.id(),
        policy.name(),
        policy.description(),
        policy.type(),
        policy.properties(),
        policy.created().at(),
        policy.created().by(),
        policy.changed().at(),
        policy.changed().by());
  }
}
