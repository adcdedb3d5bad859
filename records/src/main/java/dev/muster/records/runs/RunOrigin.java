package dev.muster.records.runs;

import dev.muster.records.sql.Row;
import java.sql.SQLException;

/**
 * Who wants a run, and why.
 *
 * @param requester who starts it
 */
public record RunOrigin(String requester, String reason, String ticket) {

  static RunOrigin of(Row row) throws SQLException {
    return new RunOrigin(row.text("requester"), row.text("reason"), row.text("ticket"));
  }
}
