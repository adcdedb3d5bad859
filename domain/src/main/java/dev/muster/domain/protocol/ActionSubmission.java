package dev.muster.domain.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * One element of the array of {@code POST /v1/actions}.
 *
 * @param id the agent makes one when it is empty
 * @param args what the kind is called with; an object, empty if there is nothing to say; it may
 *     hold secrets
 * @param metadata kept and returned, not interpreted; Muster sets {@code cluster}, {@code run},
 *     {@code stage}, {@code step} and {@code attempt} where they apply
 * @param createdAt at the origin; the time of receipt when it is empty
 * @param timeoutMs how long the execution may take, in milliseconds, before the agent stops it and
 *     it is FAILED; empty for the kind's own
 * @param origin {@code core} from Muster; anything else, or nothing, is recorded as {@code direct}
 * @param sensitive texts that the agent shows nobody, wherever they turn up
 */
public record ActionSubmission(
    Optional<UUID> id,
    String kind,
    JsonNode args,
    Map<String, String> metadata,
    Optional<Instant> createdAt,
    Optional<Long> timeoutMs,
    Optional<String> origin,
    Optional<List<String>> sensitive) {

  /** Without arguments and what is sensitive. */
  @Override
  public String toString() {
    return "ActionSubmission[id=%s, kind=%s, metadata=%s]".formatted(id, kind, metadata);
  }
}
