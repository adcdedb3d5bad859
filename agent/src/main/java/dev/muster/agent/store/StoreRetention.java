package dev.muster.agent.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * How long finished actions are kept.
 *
 * @param atLeast this long
 * @param newest and this many, however old they are
 */
public record StoreRetention(Duration atLeast, int newest) {

  /** 14 days, and the newest 100. */
  public static final StoreRetention DEFAULT = new StoreRetention(Duration.ofDays(14), 100);

  private static final int MOST_AT_ONCE = 1000;

  private record Old(UUID id, long sequence, long changed) {}

  /** Forgets what is too old, and notes from where on the store is complete. */
  List<UUID> purge(Connection connection, Instant now) throws SQLException {
    List<Old> old =
        SqliteStatements.list(
            connection,
            row -> new Old(UUID.fromString(row.getString(1)), row.getLong(2), row.getLong(3)),
            """
            select id, sequence, changed from action
            where finished_ms < ? and changed not in (
              select changed from action where finished_ms is not null
              order by changed desc limit ?)
            order by changed limit ?
            """,
            now.minus(atLeast).toEpochMilli(),
            newest,
            MOST_AT_ONCE);
    for (Old action : old) {
      SqliteStatements.update(
          connection, "delete from action where sequence = ?", action.sequence());
    }
    if (!old.isEmpty()) {
      SqliteStatements.update(
          connection,
          "update meta set value = max(cast(value as integer), ?) where name = 'complete_since'",
          old.getLast().changed());
    }
    return old.stream().map(Old::id).toList();
  }
}
