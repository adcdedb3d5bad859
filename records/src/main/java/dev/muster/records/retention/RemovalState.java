package dev.muster.records.retention;

import java.time.Instant;
import java.util.Optional;

/**
 * What the worker that removes history did last.
 *
 * @param lookedAt when it last looked for something to remove
 * @param worker which process that was
 * @param export the folder in which that one keeps what it removes
 * @param removedAt when something was last removed
 * @param last how much, in that pass
 * @param inAll how much since the first one
 * @param halted why nothing can be removed
 */
public record RemovalState(
    Instant lookedAt,
    String worker,
    Optional<String> export,
    Optional<Instant> removedAt,
    Removed last,
    Removed inAll,
    Optional<Halted> halted) {

  /** Nothing can be removed: since when, and why. */
  public record Halted(String why, Instant since) {}
}
