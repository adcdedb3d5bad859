package dev.muster.records.tokens;

import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Role;
import dev.muster.domain.identity.Sight;
import dev.muster.records.sql.ArrayValue;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.NewestFirst;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.sql.Query;
import dev.muster.records.sql.Row;
import dev.muster.records.sql.Sql;
import dev.muster.records.sql.Texts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The tokens, by their hashes; none is ever deleted, because the audit names them. */
public final class Tokens {

  /** The last use is written no more often. */
  private static final Duration USE = Duration.ofMinutes(1);

  private static final String SELECT =
      """
      select id, name, roles, clusters, groups, created_at, created_by, expires_at, last_used_at,
        revoked_at, revoked_by
      from tokens\
      """;

  private final Sql sql;

  public Tokens(Sql sql) {
    this.sql = sql;
  }

  /** Keeps a token, as its hash. */
  public TokenRecord add(NewToken token, AccessToken secret) {
    sql.statement(
            """
            insert into tokens
              (id, name, hash, roles, clusters, groups, created_at, created_by, expires_at)
            values (:id, :name, :hash, :roles, :clusters, :groups, :at, :by, :expires)
            """)
        .param("id", token.id())
        .param("name", Texts.clean(token.name()))
        .param("hash", secret.hash())
        .param("roles", ArrayValue.texts(token.roles(), Role::word))
        .param("clusters", ArrayValue.texts(token.clusters(), ClusterPattern::value))
        .param("groups", ArrayValue.texts(token.groups(), group -> group))
        .param("at", Sql.at(token.at()))
        .param("by", Texts.clean(token.by()))
        .param("expires", Sql.orNull(token.expiresAt()))
        .update();
    return find(token.id()).orElseThrow();
  }

  /** The token that somebody sent, whether it still proves anything or not. */
  public Optional<TokenRecord> known(AccessToken secret) {
    return sql.statement(SELECT + " where hash = :hash")
        .param("hash", secret.hash())
        .query(Row.mapper(Tokens::read))
        .optional();
  }

  public Optional<TokenRecord> find(UUID id) {
    return sql.statement(SELECT + " where id = :id")
        .param("id", id)
        .query(Row.mapper(Tokens::read))
        .optional();
  }

  /** What somebody of this name may do now, by whichever token. */
  public List<Grant> grantsOf(String name, Instant now) {
    return new Query(SELECT)
            .and("name = :name")
            .and("revoked_at is null")
            .and("(expires_at is null or expires_at > :now)")
            .with("name", Texts.clean(name))
            .with("now", Sql.at(now))
            .list(sql, Tokens::read)
            .stream()
            .flatMap(token -> token.identity().grants().stream())
            .distinct()
            .toList();
  }

  /** What a whole id, or its first characters, stand for. */
  public IdMatch match(String idOrPrefix) {
    return IdMatch.find(sql, IdMatch.Things.of("tokens", "name"), idOrPrefix, Sight.ALL);
  }

  /** Newest first; the marker is the last id of the page before. */
  public Page<TokenRecord> list(PageRequest page) {
    List<TokenRecord> rows =
        new NewestFirst("tokens", "", Set.of())
            .of(new Query(SELECT), page, page.marker().map(Tokens::marker))
            .list(sql, Tokens::read);
    return Page.of(rows, page, TokenRecord::id);
  }

  /** Keeps that it was used, unless that was kept within the last minute. */
  public void used(UUID id, Instant at) {
    sql.statement(
            """
            update tokens set last_used_at = :at
            where id = :id and (last_used_at is null or last_used_at <= :before)
            """)
        .param("id", id)
        .param("at", Sql.at(at))
        .param("before", Sql.at(at.minus(USE)))
        .update();
  }

  /** Takes a token back for good; whether it was not yet. */
  public boolean revoke(UUID id, String by, Instant at) {
    return sql.statement(
                """
                update tokens set revoked_at = :at, revoked_by = :by
                where id = :id and revoked_at is null
                """)
            .param("id", id)
            .param("at", Sql.at(at))
            .param("by", Texts.clean(by))
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

  private static TokenRecord read(Row row) throws SQLException {
    // A role of a newer version gives nothing in this one.
    Set<Role> roles = EnumSet.noneOf(Role.class);
    row.texts("roles").forEach(word -> Role.named(word).ifPresent(roles::add));
    List<ClusterPattern> clusters =
        row.texts("clusters").stream().map(ClusterPattern::new).toList();
    Optional<Instant> revokedAt = row.optionalInstant("revoked_at");
    String revokedBy = row.optionalText("revoked_by").orElse("");
    return new TokenRecord(
        row.uuid("id"),
        new Identity(
            row.text("name"), Set.copyOf(row.texts("groups")), Identity.grants(roles, clusters)),
        row.instant("created_at"),
        row.text("created_by"),
        row.optionalInstant("expires_at"),
        row.optionalInstant("last_used_at"),
        revokedAt.map(at -> new TokenRecord.Revocation(at, revokedBy)));
  }
}
