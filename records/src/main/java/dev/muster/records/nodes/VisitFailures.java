package dev.muster.records.nodes;

import dev.muster.records.sql.Row;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Visits of a node that failed.
 *
 * @param since when each visit has failed, if the last one did
 * @param cycles how many visits have failed since then
 */
public record VisitFailures(Optional<String> lastError, Optional<Instant> since, int cycles) {

  static VisitFailures of(Row row) throws SQLException {
    return new VisitFailures(
        row.optionalText("last_error"),
        row.optionalInstant("error_since"),
        row.integer("error_cycles"));
  }
}
