package dev.muster.domain.log;

import java.util.ArrayList;
import java.util.List;

/**
 * Which part of a log is kept: its beginning and its end. A log is kept in chunks, each of which
 * stays or goes as a whole.
 *
 * @param head bytes of the beginning that always stay
 * @param tail bytes of the end that stay at least
 */
public record LogBounds(long head, long tail) {

  /** A chunk has at most so many bytes, so that little more stays than has to. */
  public static final int CHUNK = 256 * 1024;

  public LogBounds {
    if (head < 0 || tail < CHUNK) {
      throw new IllegalArgumentException(
          "head %d, tail %d (expected: >= 0, >= %d bytes)".formatted(head, tail, CHUNK));
    }
  }

  /** Of so many bytes, a quarter for the beginning. */
  public static LogBounds of(long bytes) {
    return new LogBounds(bytes / 4, bytes - bytes / 4);
  }

  /** Bytes of a log from an offset on. */
  public record Span(long start, long end) {

    public Span {
      if (start < 0 || end < start) {
        throw new IllegalArgumentException(
            "%d to %d (expected: 0 <= start <= end)".formatted(start, end));
      }
    }

    public int length() {
      return Math.toIntExact(end - start);
    }
  }

  /** With the end of another size. */
  public LogBounds withTail(long bytes) {
    return new LogBounds(head, bytes);
  }

  /** The chunks in which new bytes are kept: none lies on both sides of the head's end. */
  public List<Span> chunks(Span added) {
    List<Span> chunks = new ArrayList<>();
    long at = added.start();
    while (at < added.end()) {
      long end = Math.min(at + CHUNK, added.end());
      end = at < head ? Math.min(end, head) : end;
      chunks.add(new Span(at, end));
      at = end;
    }
    return chunks;
  }

  /**
   * Chunks that begin at the head's end or later, and end here or earlier, go from a log of so many
   * bytes.
   */
  public long goneUpTo(long end) {
    return Math.max(head, end - tail);
  }

  /** Where to go on fetching a log that has ended: what would go at once is not asked for. */
  public long next(long fetched, long end) {
    return fetched < head ? fetched : Math.max(fetched, Math.max(0, end - tail));
  }
}
