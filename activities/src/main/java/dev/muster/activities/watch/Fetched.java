package dev.muster.activities.watch;

import dev.muster.domain.protocol.ActionSnapshot;
import java.time.Instant;

/**
 * A snapshot and how old it is.
 *
 * @param askedAt when it was asked for; what was sent to the agent later may be missing from it
 */
public record Fetched(ActionSnapshot snapshot, Instant askedAt) {}
