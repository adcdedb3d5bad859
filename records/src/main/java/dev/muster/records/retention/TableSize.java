package dev.muster.records.retention;

import java.time.Instant;
import java.util.Optional;

/**
 * How much a table holds.
 *
 * @param rows as PostgreSQL's statistics have them: a little old in large tables
 * @param bytes with its indexes
 * @param oldest time of its oldest row; empty for a table without rows
 */
public record TableSize(String table, long rows, long bytes, Optional<Instant> oldest) {}
