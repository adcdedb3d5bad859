package dev.muster.api.tokens;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Role;
import dev.muster.records.tokens.TokenRecord;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A token as callers see it: one flat object.
 *
 * @param state active, expired or revoked
 * @param token what proves it; only when it is made
 */
public record TokenJson(
    UUID id,
    String name,
    String state,
    @JsonUnwrapped TokenGrantsPart grants,
    @JsonUnwrapped TokenTimesPart times,
    @JsonUnwrapped TokenRevocationPart revocation,
    Optional<String> token) {

  /** What it gives: each role on each pattern, and the groups that its owner is in. */
  public record TokenGrantsPart(
      List<Role> roles, List<ClusterPattern> clusters, List<String> groups) {}

  /**
   * By whom and when it was made, and how long it counts.
   *
   * @param lastUsedAt at most a minute too early
   */
  public record TokenTimesPart(
      Instant createdAt,
      String createdBy,
      Optional<Instant> expiresAt,
      Optional<Instant> lastUsedAt) {}

  /** That it was taken back. */
  public record TokenRevocationPart(Optional<Instant> revokedAt, Optional<String> revokedBy) {}

  static TokenJson of(TokenRecord recorded, Instant now) {
    return shown(recorded, now, Optional.empty());
  }

  /** With what proves it, for the one time. */
  static TokenJson made(TokenRecord recorded, Instant now, String token) {
    return shown(recorded, now, Optional.of(token));
  }

  private static TokenJson shown(TokenRecord recorded, Instant now, Optional<String> token) {
    return new TokenJson(
        recorded.id(),
        recorded.identity().name(),
        recorded.standing(now).name().toLowerCase(Locale.ROOT),
        grants(recorded.identity()),
        new TokenTimesPart(
            recorded.createdAt(),
            recorded.createdBy(),
            recorded.expiresAt(),
            recorded.lastUsedAt()),
        new TokenRevocationPart(
            recorded.revocation().map(TokenRecord.Revocation::at),
            recorded.revocation().map(TokenRecord.Revocation::by)),
        token);
  }

  private static TokenGrantsPart grants(Identity identity) {
    return new TokenGrantsPart(
        identity.grants().stream().map(Grant::role).distinct().sorted().toList(),
        identity.grants().stream().map(Grant::clusters).distinct().toList(),
        identity.groups().stream().sorted().toList());
  }
}
