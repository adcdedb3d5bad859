package dev.muster.records.receivers;

import dev.muster.domain.identity.Creator;
import java.time.Instant;
import java.util.UUID;

/** A receiver to be made. */
public record NewReceiver(
    UUID id, ReceiverKey key, ReceiverTerms terms, Creator creator, Instant at) {}
