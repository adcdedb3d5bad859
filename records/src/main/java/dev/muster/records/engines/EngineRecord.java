package dev.muster.records.engines;

import java.time.Instant;

/**
 * The engine that moves the runs.
 *
 * @param identity of what the engine remembers: another one begins with nothing of ours
 * @param description what it is and where, for people
 * @param generation counts the engines that have moved the runs
 * @param claimedBy the process that claimed for it
 */
public record EngineRecord(
    String identity, String description, long generation, Instant claimedAt, String claimedBy) {}
