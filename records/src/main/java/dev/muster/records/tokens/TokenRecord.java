package dev.muster.records.tokens;

import dev.muster.domain.identity.Identity;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A token as it is kept; not what it is proven with.
 *
 * @param identity whom it proves, with the roles that it gives
 * @param expiresAt empty for ever
 * @param lastUsedAt at most a minute too early
 */
public record TokenRecord(
    UUID id,
    Identity identity,
    Instant createdAt,
    String createdBy,
    Optional<Instant> expiresAt,
    Optional<Instant> lastUsedAt,
    Optional<Revocation> revocation) {

  /** That it was taken back. */
  public record Revocation(Instant at, String by) {}

  /** Whether it proves anything. */
  public enum Standing {
    ACTIVE,
    EXPIRED,
    REVOKED
  }

  public Standing standing(Instant now) {
    if (revocation.isPresent()) {
      return Standing.REVOKED;
    }
    return expiresAt.filter(end -> !now.isBefore(end)).isPresent()
        ? Standing.EXPIRED
        : Standing.ACTIVE;
  }
}
