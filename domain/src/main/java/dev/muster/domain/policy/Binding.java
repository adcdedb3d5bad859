package dev.muster.domain.policy;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A policy that is attached to a cluster.
 *
 * @param name of the policy, unique
 * @param lastOp when an action that it concerned last ended
 */
public record Binding(
    String name,
    Policy type,
    JsonNode spec,
    int priority,
    boolean enabled,
    Optional<Instant> lastOp) {}
