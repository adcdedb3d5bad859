package dev.muster.agent.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one action printed, in segments named by the offset at which they begin: the first one, and
 * the newest. Offsets count from the first byte ever printed, so a reader goes on where it was,
 * however often the log was rotated. While it is written it keeps {@value #WHILE_WRITTEN} times as
 * much as afterwards, so that who follows it may be late. One writer; readers may be anywhere.
 */
public final class ActionLog implements Closeable {

  /** More of the log is there while its action runs; there is one such action at a time. */
  static final int WHILE_WRITTEN = 64;

  /** However large it is to be afterwards. */
  private static final long MOST_WHILE_WRITTEN = 64L << 20;

  private static final String PREFIX = "log-";

  /** Of the limit. */
  private static final int SEGMENTS = 4;

  private static final int TRIES = 3;

  private final Path folder;
  private final long limit;
  private FileChannel current;
  private long start;

  private ActionLog(Path folder, long limit, long start, FileChannel current) {
    this.folder = folder;
    this.limit = limit;
    this.start = start;
    this.current = current;
  }

  /**
   * What a reader got, without a gap.
   *
   * @param offset where {@code bytes} begin: later than asked if what was asked for is gone
   * @param next where to read on: later than where {@code bytes} end if what follows them is gone
   * @param end where the log ends by now
   */
  public record Chunk(long offset, ByteBuffer bytes, long next, long end) {

    /** Whether what followed the bytes is gone. */
    public boolean isBeforeGap() {
      return next > offset + bytes.remaining();
    }
  }

  /** Opens it for appending, where an agent before this one stopped if there was one. */
  public static ActionLog open(Path folder, long limit) throws IOException {
    Files.createDirectories(folder);
    List<Long> segments = segments(folder);
    long start = segments.isEmpty() ? 0 : segments.getLast();
    return new ActionLog(folder, limit, start, append(folder, start));
  }

  /** Appends, and rotates when the segment is full. What cannot be written whole is not written. */
  public synchronized void append(ByteBuffer bytes) throws IOException {
    long before = current.size();
    try {
      while (bytes.hasRemaining()) {
        current.write(bytes);
      }
    } catch (IOException failed) {
      current.truncate(before);
      throw failed;
    }
    if (current.size() >= limit / SEGMENTS) {
      rotate();
    }
  }

  /** Appends a line of the agent's own. */
  public void line(String text) throws IOException {
    append(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  /** How many bytes were ever printed. */
  public synchronized long length() throws IOException {
    return start + current.size();
  }

  /** At most {@code most} bytes from {@code offset} on; none if there is nothing there yet. */
  public static Chunk read(Path folder, long offset, int most) throws IOException {
    for (int left = TRIES; ; left--) {
      try {
        return read(folder, segments(folder), offset, most);
      } catch (NoSuchFileException rotated) {
        if (left == 0) {
          throw rotated;
        }
      }
    }
  }

  private static Chunk read(Path folder, List<Long> segments, long offset, int most)
      throws IOException {
    if (segments.isEmpty()) {
      return new Chunk(offset, ByteBuffer.allocate(0), offset, 0);
    }
    long end = segments.getLast() + Files.size(path(folder, segments.getLast()));
    long from = Math.min(Math.max(offset, segments.getFirst()), end);
    int at = segments.size() - 1;
    while (segments.get(at) > from) {
      at--;
    }
    if (at + 1 < segments.size() && from >= end(folder, segments.get(at))) {
      at++;
      from = segments.get(at);
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, end - from));
    long position = from;
    while (true) {
      position = fill(folder, segments.get(at), position, bytes);
      boolean more = at + 1 < segments.size() && position == end(folder, segments.get(at));
      if (!more || !bytes.hasRemaining() || segments.get(at + 1) != position) {
        long next = more ? segments.get(at + 1) : position;
        return new Chunk(from, bytes.flip(), next, Math.max(end, position));
      }
      at++;
    }
  }

  /** Reads a segment to its end, or until the buffer is full; returns how far. */
  private static long fill(Path folder, long segment, long position, ByteBuffer bytes)
      throws IOException {
    long reached = position;
    try (FileChannel file = FileChannel.open(path(folder, segment), StandardOpenOption.READ)) {
      int read = 0;
      while (read >= 0 && bytes.hasRemaining()) {
        reached += read;
        read = file.read(bytes, reached - segment);
      }
      return reached + Math.max(0, read);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    current.close();
  }

  /** Leaves of a log that nobody writes any more its first segment and the newest {@code limit}. */
  public static void trim(Path folder) throws IOException {
    delete(folder, SEGMENTS);
  }

  /** Whether a log is larger than it is to stay. */
  public static boolean isToTrim(Path folder) throws IOException {
    return segments(folder).size() > SEGMENTS + 1;
  }

  /** Whether nothing was printed. */
  public static boolean isEmpty(Path folder) throws IOException {
    List<Long> segments = segments(folder);
    return segments.isEmpty() || end(folder, segments.getLast()) == 0;
  }

  /** Whether a file belongs to a log. */
  public static boolean isSegment(Path file) {
    return file.getFileName().toString().startsWith(PREFIX);
  }

  private void rotate() throws IOException {
    long next = start + current.size();
    current.close();
    current = append(folder, next);
    start = next;
    long ring = Math.max(limit, Math.min(limit * WHILE_WRITTEN, MOST_WHILE_WRITTEN));
    delete(folder, (int) (ring * SEGMENTS / limit));
  }

  /** All but the first segment and the newest ones. */
  private static void delete(Path folder, int newest) throws IOException {
    List<Long> segments = segments(folder);
    for (int i = 1; i < segments.size() - newest; i++) {
      Files.deleteIfExists(path(folder, segments.get(i)));
    }
  }

  private static long end(Path folder, long segment) throws IOException {
    return segment + Files.size(path(folder, segment));
  }

  private static FileChannel append(Path folder, long start) throws IOException {
    return FileChannel.open(
        path(folder, start), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static Path path(Path folder, long start) {
    return folder.resolve(PREFIX + start);
  }

  /** The offsets at which the segments begin, ascending. */
  private static List<Long> segments(Path folder) throws IOException {
    List<Long> starts = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.startsWith(PREFIX))
            .map(name -> Long.parseLong(name.substring(PREFIX.length())))
            .sorted()
            .forEach(starts::add);
      }
    }
    return starts;
  }
}
