package dev.muster.api.tokens;

import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.Role;
import dev.muster.records.tokens.TokenRecord;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A token as callers see it.
 *
 * @param state active, expired or revoked
 * @param lastUsedAt at most a minute too early
 * @param token what proves it; only when it is made
 */
public record TokenJson(
    UUID id,
    String name,
    String state,
    List<Role> roles,
    List<ClusterPattern> clusters,
    List<String> groups,
    Instant createdAt,
    String createdBy,
    Optional<Instant> expiresAt,
    Optional<Instant> lastUsedAt,
    Optional<Instant> revokedAt,
    Optional<String> revokedBy,
    Optional<String> token) {

  static TokenJson of(TokenRecord recorded, Instant now) {
    return shown(recorded, now, Optional.empty());
  }

  /** With what proves it, for the one time. */
  static TokenJson made(TokenRecord recorded, Instant now, String token) {
    return shown(recorded, now, Optional.of(token));
  }

  private static TokenJson shown(TokenRecord recorded, Instant now, Optional<String> token) {
    List<Grant> grants = recorded.identity().grants();
    return new TokenJson(
        recorded.id(),
        recorded.identity().name(),
        recorded.standing(now).name().toLowerCase(Locale.ROOT),
        grants.stream().map(Grant::role).distinct().sorted().toList(),
        grants.stream().map(Grant::clusters).distinct().toList(),
        recorded.identity().groups().stream().sorted().toList(),
        recorded.createdAt(),
        recorded.createdBy(),
        recorded.expiresAt(),
        recorded.lastUsedAt(),
        recorded.revocation().map(TokenRecord.Revocation::at),
        recorded.revocation().map(TokenRecord.Revocation::by),
        token);
  }
}
