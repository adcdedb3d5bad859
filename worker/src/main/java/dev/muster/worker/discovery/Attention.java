package dev.muster.worker.discovery;

import dev.muster.worker.discovery.SourceFiles.Stamp;
import java.time.Instant;
import java.util.Optional;

/**
 * What the loop knows of one discovery.
 *
 * @param changedAt of the definition that was read last
 * @param dueAt when it is read again whatever happens
 * @param seen how its file was at the last look
 * @param read how its file was when it was read last
 */
record Attention(Instant changedAt, Instant dueAt, Optional<Stamp> seen, Optional<Stamp> read) {

  /** A file is read when it has changed, and stayed so from one look to the next. */
  boolean isDue(Instant changed, Optional<Stamp> stamp, Instant now) {
    return !changedAt.equals(changed)
        || !now.isBefore(dueAt)
        || (stamp.isPresent() && !stamp.equals(read) && stamp.equals(seen));
  }

  Attention saw(Optional<Stamp> stamp) {
    return new Attention(changedAt, dueAt, stamp, read);
  }
}
