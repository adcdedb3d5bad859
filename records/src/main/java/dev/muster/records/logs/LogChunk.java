package dev.muster.records.logs;

import java.time.Instant;
import java.util.Optional;

/** Some of a log, in one piece. */
// The array is never compared.
@SuppressWarnings("ArrayRecordComponent")
public record LogChunk(long start, byte[] bytes, Optional<Instant> at) {

  public long end() {
    return start + bytes.length;
  }
}
