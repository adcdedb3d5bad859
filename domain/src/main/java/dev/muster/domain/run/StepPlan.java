package dev.muster.domain.run;

import dev.muster.domain.action.ActionKind;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A step as it was frozen: one action, done on each target node in order.
 *
 * @param args an object whose texts may hold {@code ${…}} expressions, rendered for each node when
 *     its action is recorded
 * @param when a CEL expression over the same names; a step for which it is false is skipped
 * @param timeout of one execution, enforced by the agent
 * @param retries how many more attempts a failed one gets; at least 0
 * @param retryDelay between a failed attempt and the next
 */
public record StepPlan(
    String name,
    ActionKind kind,
    JsonNode args,
    Optional<String> when,
    Duration timeout,
    int retries,
    Duration retryDelay) {}
