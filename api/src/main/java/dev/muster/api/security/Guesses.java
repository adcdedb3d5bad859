package dev.muster.api.security;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Slows down whoever tries tokens. Nobody guesses 256 bits; but each try costs a question to the
 * database, and those are for others. A token that has proven something in this process is not
 * slowed down, whoever else comes from the same address, as behind a proxy.
 */
final class Guesses {

  private static final int BURST = 20;
  private static final Duration ONE_MORE = Duration.ofMillis(500);
  private static final int MOST_ADDRESSES = 10_000;

  private final Clock clock;
  private final Map<String, Tried> tried = new ConcurrentHashMap<>();

  Guesses(Clock clock) {
    this.clock = clock;
  }

  /**
   * What an address has used up.
   *
   * @param until when all of it is forgotten
   */
  private record Tried(Instant until) {}

  /** Whether another token from there may be looked up now. */
  boolean mayTry(String address) {
    Instant now = clock.instant();
    return Optional.ofNullable(tried.get(address))
        .filter(used ->
            Duration.between(now, used.until()).compareTo(ONE_MORE.multipliedBy(BURST)) >= 0)
        .isEmpty();
  }

  /** One from there proved nothing. */
  void failed(String address) {
    Instant now = clock.instant();
    if (tried.size() >= MOST_ADDRESSES) {
      tried.values().removeIf(used -> used.until().isBefore(now));
    }
    if (tried.size() >= MOST_ADDRESSES) {
      tried.clear();
    }
    tried.merge(
        address,
        new Tried(now.plus(ONE_MORE)),
        (before, first) ->
            new Tried((before.until().isAfter(now) ? before.until() : now).plus(ONE_MORE)));
  }
}
