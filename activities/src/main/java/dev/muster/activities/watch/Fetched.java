package dev.muster.activities.watch;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.protocol.ActionSnapshot;
import java.time.Instant;
import java.util.Set;

/**
 * A snapshot and how old it is.
 *
 * @param askedAt when it was asked for; what was sent to the agent later may be missing from it
 * @param askedFor actions that were asked for one by one, where that is necessary
 */
public record Fetched(ActionSnapshot snapshot, Instant askedAt, Set<ActionId> askedFor) {}
