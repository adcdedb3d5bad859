package dev.muster.api.joining;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.credentials.JoinTokenRecord;
import dev.muster.records.credentials.JoinTokenRecord.Acceptance;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A join token as callers see it: one flat object.
 *
 * @param state active, used_up, expired or revoked
 * @param accept whether nodes that join with it are accepted at once
 * @param token what an agent joins with; only when it is made
 */
public record JoinTokenJson(
    UUID id,
    ClusterName cluster,
    String state,
    Map<String, String> labels,
    boolean accept,
    int uses,
    int used,
    @JsonUnwrapped JoinTokenTimesPart times,
    Optional<String> token) {

  /** By whom and when it was made, and how it ends. */
  public record JoinTokenTimesPart(
      Instant createdAt,
      String createdBy,
      Instant expiresAt,
      Optional<Instant> lastUsedAt,
      Optional<Instant> revokedAt,
      Optional<String> revokedBy) {}

  static JoinTokenJson of(JoinTokenRecord recorded, Instant now) {
    return shown(recorded, now, Optional.empty());
  }

  /** With what proves it, for the one time. */
  static JoinTokenJson made(JoinTokenRecord recorded, Instant now, String token) {
    return shown(recorded, now, Optional.of(token));
  }

  private static JoinTokenJson shown(
      JoinTokenRecord recorded, Instant now, Optional<String> token) {
    return new JoinTokenJson(
        recorded.id(),
        recorded.cluster(),
        recorded.standing(now).name().toLowerCase(Locale.ROOT),
        recorded.gives().labels(),
        recorded.gives().acceptance() == Acceptance.AT_ONCE,
        recorded.uses(),
        recorded.used(),
        new JoinTokenTimesPart(
            recorded.made().at(),
            recorded.made().by(),
            recorded.expiresAt(),
            recorded.lastUsedAt(),
            recorded.ended().map(JoinTokenRecord.Ended::at),
            recorded.ended().map(JoinTokenRecord.Ended::by)),
        token);
  }
}
