package dev.muster.records.cycles;

import dev.muster.domain.cluster.Fence;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * What a cycle did.
 *
 * @param trigger what made it happen
 * @param report counts and notes
 */
public record CycleRecord(
    Fence fence, String trigger, Instant startedAt, Duration duration, JsonNode report) {}
