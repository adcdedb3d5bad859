package dev.muster.agent.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An action that somebody submits, whole and checked as far as it can be without the store.
 *
 * @param sensitive texts that nobody is shown
 * @param refusal why it is refused if the store does not have it yet
 */
public record Offer(
    UUID id,
    StoredAction.Work work,
    Optional<Instant> created,
    List<String> sensitive,
    Optional<String> refusal) {}
