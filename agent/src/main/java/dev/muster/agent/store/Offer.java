package dev.muster.agent.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * An action that somebody submits, whole and checked as far as it can be without the store.
 *
 * @param sensitive texts that nobody is shown
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
    List<String> sensitive,
    Optional<String> refusal) {}
