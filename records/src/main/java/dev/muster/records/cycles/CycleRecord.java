package dev.muster.records.cycles;

import dev.muster.domain.cluster.Fence;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a cycle did.
 *
 * @param trigger what made it happen
 * @param dueAt when the next cycle begins at the latest; empty while this one is in progress
 * @param report counts and notes
 */
public record CycleRecord(
    Fence fence,
    String trigger,
    Instant startedAt,
    Duration duration,
    Optional<Instant> dueAt,
    JsonNode report) {}
