package dev.muster.api.security;

import dev.muster.domain.identity.AccessToken;
import dev.muster.records.Records;
import dev.muster.records.tokens.TokenRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * The tokens that were used of late, so that a request does not wait for the database. What another
 * process revokes is believed for a second; what this one revokes is not.
 */
public final class KnownTokens {

  private static final Logger LOG = LoggerFactory.getLogger(KnownTokens.class);
  private static final Duration BELIEVED = Duration.ofSeconds(1);
  private static final Duration USE_KEPT = Duration.ofMinutes(1);

  /** More than these at a time are asked for anew. */
  private static final int MOST = 10_000;

  private final Records records;
  private final Clock clock;
  private final Map<String, Known> seen = new ConcurrentHashMap<>();
  private final AtomicLong forgotten = new AtomicLong();

  public KnownTokens(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  private record Known(TokenRecord token, Instant at) {}

  /** The token that was sent, if there is such a one and it still proves something. */
  Optional<TokenRecord> active(AccessToken sent) {
    Instant now = clock.instant();
    return read(sent, key(sent), now)
        .filter(one -> one.standing(now) == TokenRecord.Standing.ACTIVE);
  }

  /** The same without asking the database; empty too if it is not known by now. */
  Optional<TokenRecord> usedOfLate(AccessToken sent) {
    Instant now = clock.instant();
    return Optional.ofNullable(seen.get(key(sent)))
        .filter(known -> now.isBefore(known.at().plus(BELIEVED)))
        .map(Known::token)
        .filter(one -> one.standing(now) == TokenRecord.Standing.ACTIVE);
  }

  /**
   * Whether it proved something when it was looked up last, however long ago: who sends it guesses
   * nothing.
   */
  boolean hasProven(AccessToken sent) {
    Instant now = clock.instant();
    return Optional.ofNullable(seen.get(key(sent)))
        .filter(known -> known.token().standing(now) == TokenRecord.Standing.ACTIVE)
        .isPresent();
  }

  private static String key(AccessToken sent) {
    return HexFormat.of().formatHex(sent.hash());
  }

  /** To be called when a token was changed here. */
  public void forget(UUID token) {
    forgotten.incrementAndGet();
    seen.values().removeIf(known -> known.token().id().equals(token));
  }

  private Optional<TokenRecord> read(AccessToken sent, String key, Instant now) {
    long before = forgotten.get();
    Optional<TokenRecord> token = records.tokens().known(sent);
    token.ifPresent(one -> {
      if (seen.size() >= MOST) {
        seen.clear();
      }
      seen.put(key, new Known(one, now));
      if (forgotten.get() != before) {
        seen.remove(key); // it may have been read before it was revoked
      }
      boolean noted = one.lastUsedAt().filter(at -> now.isBefore(at.plus(USE_KEPT))).isPresent();
      if (!noted && one.standing(now) == TokenRecord.Standing.ACTIVE) {
        keepUse(one.id(), now);
      }
    });
    return token;
  }

  /** Where nothing can be written, as on a full disk, who asks is let in to read all the same. */
  private void keepUse(UUID token, Instant now) {
    try {
      records.tokens().used(token, now);
    } catch (DataAccessException | TransactionException unwritable) {
      LOG.debug("The last use of token {} is not kept", token, unwritable);
    }
  }
}
