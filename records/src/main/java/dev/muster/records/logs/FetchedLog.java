package dev.muster.records.logs;

import dev.muster.domain.action.ActionId;
import java.time.Instant;
import java.util.Optional;

/**
 * What an agent gave of a log.
 *
 * @param from up to which byte it was fetched before; if that is another by now, nothing is written
 * @param start where the bytes begin: later than {@code from} if something is gone
 * @param next up to which byte it is fetched now
 * @param at when, if the action executed then
 */
// The array is never compared.
@SuppressWarnings("ArrayRecordComponent")
public record FetchedLog(
    ActionId action, long from, long start, byte[] bytes, long next, Optional<Instant> at) {}
