package dev.muster.senlin.receivers;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Addresses of receivers that were made a moment ago. Senlin's client makes a receiver and then
 * asks for it, and shows the second answer alone; but only the first one has the address, of which
 * a hash is kept. So whoever made a receiver is told its address again for a minute, by the process
 * that made it.
 */
public final class FreshAddresses {

  private static final Duration KEPT = Duration.ofMinutes(1);
  private static final int MOST = 1_000;

  private final Cache<Made, String> addresses =
      Caffeine.newBuilder().expireAfterWrite(KEPT).maximumSize(MOST).build();

  /** A receiver, and who made it. */
  record Made(UUID receiver, String by) {}

  void keep(Made made, String address) {
    addresses.put(made, address);
  }

  Optional<String> of(Made made) {
    return Optional.ofNullable(addresses.getIfPresent(made));
  }
}
