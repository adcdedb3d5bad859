package dev.muster.records.sql;

import dev.muster.domain.identity.Sight;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

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

  /** A name by which something is found, as a regular expression that documents show. */
  String NAME = "^[0-9a-zA-Z][0-9a-zA-Z._-]{0,62}$";

  /** Characters of a UUID. */
  int WHOLE = 36;

  /** Exactly one thing. */
  record One(UUID id) implements IdMatch {}

  /** Nothing that exists. */
  record None() implements IdMatch {}

  /**
   * More than one.
   *
   * @param candidates the first of them
   */
  record Several(List<Candidate> candidates) implements IdMatch {}

  /**
   * One of several.
   *
   * @param what tells it apart for people
   */
  record Candidate(UUID id, String what) {}

  /** Not the beginning of a UUID, or fewer than 4 characters. */
  record Malformed(String why) implements IdMatch {}

  /**
   * Where to look.
   *
   * @param table one of ours, never what somebody sent; with {@code created_at} and {@code cluster}
   * @param said what tells its rows apart, in SQL
   * @param name by what else they are known, in SQL
   */
  record Things(String table, String said, Optional<String> name) {

    private List<Candidate> listed(Sql sql, Sight sight, UnaryOperator<Query> which) {
      return which
          .apply(new Query("select id, created_at, %s as said from %s".formatted(said, table)))
          .and("cluster like any(:sight)", "sight", Seen.by(sight))
          .list(
              sql,
              row ->
                  new Candidate(
                      row.uuid("id"),
                      "%s, created %s".formatted(row.text("said"), row.instant("created_at"))));
    }

    /** What has no name. */
    public static Things of(String table, String said) {
      return new Things(table, said, Optional.empty());
    }
  }

  /** Looks up what an id, its first characters, or a name stand for, among what may be seen. */
  static IdMatch find(Sql sql, Things things, String text, Sight sight) {
    String start = text.toLowerCase(Locale.ROOT);
    boolean begins = UuidPrefix.isOne(start);
    boolean whole = begins && start.length() == WHOLE;
    Optional<String> name = things.name().filter(any -> text.matches(NAME) && !whole);
    if (!begins && name.isEmpty()) {
      return new Malformed(
          "'%s' is neither a UUID nor the beginning of one with at least 4 characters"
              .formatted(Texts.clean(text)));
    }
    Set<Candidate> found = new LinkedHashSet<>();
    name.ifPresent(column -> found.addAll(things.listed(sql, sight, named(column, text))));
    if (begins) {
      found.addAll(things.listed(sql, sight, whole ? whole(start) : between(start)));
    }
    return switch (found.size()) {
      case 0 -> new None();
      case 1 -> new One(found.iterator().next().id());
      default -> new Several(found.stream().limit(LISTED).toList());
    };
  }

  /** As {@link NewestFirst} does: a column that leads the order takes no other index for it. */
  private static UnaryOperator<Query> named(String column, String name) {
    return query ->
        query
            .and(column + " = any(:name)")
            .with("name", ArrayValue.texts(List.of(name), one -> one))
            .then("order by %s, created_at desc, id limit %d".formatted(column, LISTED));
  }

  /** Of a range PostgreSQL makes a plan for each call, of one id only one plan for all. */
  private static UnaryOperator<Query> whole(String id) {
    return query -> query.and("id = :id").with("id", UUID.fromString(id));
  }

  private static UnaryOperator<Query> between(String start) {
    return query ->
        query
            .and("id between :low and :high")
            .with("low", UuidPrefix.fill(start, "00000000-0000-0000-0000-000000000000"))
            .with("high", UuidPrefix.fill(start, "ffffffff-ffff-ffff-ffff-ffffffffffff"))
            .then("order by id limit " + LISTED);
  }
}
