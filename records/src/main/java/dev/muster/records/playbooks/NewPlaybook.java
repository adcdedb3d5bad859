package dev.muster.records.playbooks;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A playbook to be stored.
 *
 * @param hash of the definition's content
 * @param source as it was sent
 * @param definition in canonical form
 */
public record NewPlaybook(
    String name,
    String hash,
    String description,
    String source,
    JsonNode definition,
    Instant at,
    String by) {}
