package dev.muster.connections.schema;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/** PostgreSQL is there, but nobody gave a connection back in time. Nothing was begun. */
public final class PoolBusy extends SQLTransientConnectionException {

  private static final long serialVersionUID = 1L;

  PoolBusy(int connections, Duration waited) {
    super(
        "all %d connections to PostgreSQL were in use for %d s (muster.database.pool)"
            .formatted(connections, waited.toSeconds()));
  }
}
