package dev.muster.api.security;

import dev.muster.domain.action.Actor;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Role;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.tokens.NewToken;
import dev.muster.records.tokens.TokenRecord;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Makes tokens and takes them back, and keeps who did. */
public final class NewTokens {

  private final Records records;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  public NewTokens(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  /**
   * A token that was made.
   *
   * @param secret known to nobody afterwards but to whom it is given
   */
  public record Made(TokenRecord token, AccessToken secret) {}

  public Made make(NewToken wanted) {
    AccessToken secret = AccessToken.random(random::nextBytes);
    return records.transaction(() -> {
      TokenRecord token = records.tokens().add(wanted, secret);
      Map<String, String> detail = new LinkedHashMap<>();
      detail.put("token", wanted.id().toString());
      detail.put("name", wanted.name());
      detail.put("roles", joined(wanted.roles().stream().map(Role::word).sorted().toList()));
      detail.put(
          "clusters", joined(wanted.clusters().stream().map(ClusterPattern::value).toList()));
      detail.put("groups", joined(wanted.groups().stream().sorted().toList()));
      wanted.expiresAt().ifPresent(at -> detail.put("expires", at.toString()));
      keep("token.create", wanted.by(), wanted.at(), detail);
      return new Made(token, secret);
    });
  }

  /** Takes a token back; again changes nothing. */
  public void revoke(UUID token, String by) {
    Instant now = clock.instant();
    records.transaction(() -> {
      boolean revoked = records.tokens().revoke(token, by, now);
      if (revoked) {
        String name = records.tokens().find(token).map(found -> found.identity().name()).orElse("");
        keep("token.revoke", by, now, Map.of("token", token.toString(), "name", name));
      }
      return revoked;
    });
  }

  private void keep(String what, String by, Instant at, Map<String, String> detail) {
    records
        .audit()
        .insert(
            new NewAuditEntry(
                at,
                Actor.user(by).toString(),
                what,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                detail));
  }

  private static String joined(Iterable<String> words) {
    return String.join(", ", words);
  }
}
