package dev.muster.records.schedules;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A schedule to be made.
 *
 * @param next its first due time; empty if it is not enabled yet
 */
public record NewSchedule(
    UUID id, ScheduleKey key, ScheduleTerms terms, Optional<Instant> next, Instant at, String by) {}
