package dev.muster.agent.store;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * An action that somebody submits, whole and checked as far as it can be without the store.
 *
 * @param refusal why it is refused if the store does not have it yet
 */
public record Offer(
    UUID id,
    String kind,
    JsonNode args,
    Map<String, String> metadata,
    Optional<Instant> created,
    Optional<Long> timeoutMs,
    String origin,
    Optional<String> refusal) {}
