package dev.muster.records.sql;

import dev.muster.domain.identity.Sight;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** What the beginning of an id stands for. */
public sealed interface IdMatch {

  /** So many ids at most are listed when a prefix fits several. */
  int LISTED = 10;

  /** A UUID or its first characters, as a regular expression that documents show. */
  String PREFIX =
      "^([0-9a-fA-F]{4,8}"
          + "|[0-9a-fA-F]{8}-[0-9a-fA-F]{0,4}"
          + "|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{0,4}"
          + "|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){2}-[0-9a-fA-F]{0,4}"
          + "|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{0,12})$";

  /** Exactly one thing. */
  record One(UUID id) implements IdMatch {}

  /** Nothing that exists. */
  record None() implements IdMatch {}

  /**
   * More than one.
   *
   * @param ids the first of them
   */
  record Several(List<UUID> ids) implements IdMatch {}

  /** Not the beginning of a UUID, or fewer than 4 characters. */
  record Malformed(String why) implements IdMatch {}

  /**
   * Looks a prefix up.
   *
   * @param table one of ours, never what somebody sent
   */
  static IdMatch find(Sql sql, String table, String prefix) {
    return find(sql, table, prefix, Sight.ALL);
  }

  /** The same among what somebody may read; the table has a column with the cluster's name. */
  static IdMatch find(Sql sql, String table, String prefix, Sight sight) {
    String start = prefix.toLowerCase(Locale.ROOT);
    if (!UuidPrefix.isOne(start)) {
      return new Malformed(
          "'%s' is neither a UUID nor the beginning of one with at least 4 characters"
              .formatted(Texts.clean(prefix)));
    }
    List<UUID> ids =
        new Query("select id from " + table)
            .and("id between :low and :high")
            .and("cluster like any(:sight)", "sight", Seen.by(sight))
            .with("low", UuidPrefix.fill(start, "00000000-0000-0000-0000-000000000000"))
            .with("high", UuidPrefix.fill(start, "ffffffff-ffff-ffff-ffff-ffffffffffff"))
            .then("order by id limit " + LISTED)
            .list(sql, row -> row.uuid("id"));
    return switch (ids.size()) {
      case 0 -> new None();
      case 1 -> new One(ids.getFirst());
      default -> new Several(ids);
    };
  }
}
