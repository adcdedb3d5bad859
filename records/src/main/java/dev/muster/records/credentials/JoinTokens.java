package dev.muster.records.credentials;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Sight;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import dev.muster.records.credentials.JoinTokenRecord.Ended;
import dev.muster.records.credentials.JoinTokenRecord.Gives;
import dev.muster.records.credentials.JoinTokenRecord.Made;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.NewestFirst;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The tokens with which agents join, by their hashes. */
public final class JoinTokens {

  private static final String SELECT =
      """
      select id, cluster, labels, accepts, uses, used, created_at, created_by, expires_at,
        last_used_at, revoked_at, revoked_by
      from join_tokens\
      """;

  private static final Set<List<String>> INDEXES = Set.of(List.of("cluster"));

  private final Sql sql;

  public JoinTokens(Sql sql) {
    this.sql = sql;
  }

  /**
   * A join token to keep.
   *
   * @param uses how many nodes may join with it; at least 1
   */
  public record NewJoinToken(
      UUID id, ClusterName cluster, Gives gives, int uses, Made made, Instant expiresAt) {}

  /** Keeps a token, as its hash; empty if there is no such cluster. */
  public Optional<JoinTokenRecord> add(NewJoinToken token, AccessToken secret) {
    sql.statement(
            """
            insert into join_tokens
              (id, cluster, hash, labels, accepts, uses, created_at, created_by, expires_at)
            select :id, name, :hash, :labels::jsonb, :accepts, :uses, :at, :by, :expires
            from clusters where name = :cluster for key share
            """)
        .param("id", token.id())
        .param("cluster", token.cluster().value())
        .param("hash", secret.hash())
        .param("labels", Texts.json(token.gives().labels()))
        .param("accepts", token.gives().acceptance() == Acceptance.AT_ONCE)
        .param("uses", token.uses())
        .param("at", Sql.at(token.made().at()))
        .param("by", Texts.clean(token.made().by()))
        .param("expires", Sql.at(token.expiresAt()))
        .update();
    return find(token.cluster(), token.id());
  }

  /** The token that an agent sent, whether it still opens anything or not. */
  public Optional<JoinTokenRecord> known(AccessToken secret) {
    return sql.statement(SELECT + " where hash = :hash")
        .param("hash", secret.hash())
        .query(Row.mapper(JoinTokens::read))
        .optional();
  }

  public Optional<JoinTokenRecord> find(ClusterName cluster, UUID id) {
    return new Query(SELECT)
            .and("cluster = :cluster")
            .and("id = :id")
            .with("cluster", cluster.value())
            .with("id", id)
            .list(sql, JoinTokens::read)
            .stream()
            .findFirst();
  }

  /** What a whole id, or its first characters, stand for among the tokens of a cluster. */
  public IdMatch match(ClusterName cluster, String idOrPrefix) {
    return IdMatch.find(
        sql,
        IdMatch.Things.of("join_tokens", "'by ' || created_by"),
        idOrPrefix,
        new Sight(List.of(new ClusterPattern(cluster.value()))));
  }

  /** Newest first; the marker is the last id of the page before. */
  public Page<JoinTokenRecord> list(ClusterName cluster, PageRequest page) {
    List<JoinTokenRecord> rows =
        new NewestFirst("join_tokens", "", INDEXES)
            .by("cluster", Optional.of(cluster))
            .of(new Query(SELECT), page, page.marker().map(JoinTokens::marker))
            .list(sql, JoinTokens::read);
    return Page.of(rows, page, JoinTokenRecord::id);
  }

  /** Takes a token back for good; whether it was not yet. Nodes that joined with it stay. */
  public boolean revoke(ClusterName cluster, UUID id, Ended end) {
    return sql.statement(
                """
                update join_tokens set revoked_at = :at, revoked_by = :by
                where cluster = :cluster and id = :id and revoked_at is null
                """)
            .param("cluster", cluster.value())
            .param("id", id)
            .param("at", Sql.at(end.at()))
            .param("by", Texts.clean(end.by()))
            .update()
        > 0;
  }

  private static UUID marker(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw PageRequest.badMarker(text);
    }
  }

  /** Of one row. */
  static JoinTokenRecord read(Row row) throws SQLException {
    String revokedBy = row.optionalText("revoked_by").orElse("");
    return new JoinTokenRecord(
        row.uuid("id"),
        new ClusterName(row.text("cluster")),
        new Gives(
            row.textMap("labels"),
            row.flag("accepts") ? Acceptance.AT_ONCE : Acceptance.BY_SOMEBODY),
        row.integer("uses"),
        row.integer("used"),
        new Made(row.instant("created_at"), row.text("created_by")),
        row.instant("expires_at"),
        row.optionalInstant("last_used_at"),
        row.optionalInstant("revoked_at").map(at -> new Ended(at, revokedBy)));
  }
}
