package dev.muster.records.receivers;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.identity.Creator;
import dev.muster.domain.sensitive.Masking;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A receiver: what somebody made, and how it was used.
 *
 * @param masking what people are shown of the action's arguments, which are as they are
 */
public record ReceiverRecord(
    UUID id,
    ReceiverKey key,
    ReceiverTerms terms,
    Creator creator,
    Instant createdAt,
    long triggered,
    Optional<Use> last,
    Masking masking) {

  /**
   * One trigger.
   *
   * @param from the address that it came from
   */
  public record Use(Instant at, String from, ActionId action) {}

  /** Whether its time is over. */
  public boolean hasExpired(Instant now) {
    return terms.expiresAt().filter(end -> !now.isBefore(end)).isPresent();
  }
}
