package dev.muster.agent.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one action printed: the newest {@code limit} bytes at least, in segments named by the offset
 * at which they begin. Offsets count from the first byte ever printed, so a reader goes on where it
 * was, however often the log was rotated. One writer; readers may be anywhere.
 */
public final class ActionLog implements Closeable {

  private static final String PREFIX = "log-";

  private final Path folder;
  private final long segmentLimit;
  private FileChannel current;
  private long start;

  private ActionLog(Path folder, long segmentLimit, long start, FileChannel current) {
    this.folder = folder;
    this.segmentLimit = segmentLimit;
    this.start = start;
    this.current = current;
  }

  /**
   * What a reader got. {@code offset} is where {@code bytes} begin: later than asked if rotated.
   */
  public record Chunk(long offset, ByteBuffer bytes) {

    /** Where to read on. */
    public long next() {
      return offset + bytes.remaining();
    }
  }

  /** Opens it for appending, where an agent before this one stopped if there was one. */
  public static ActionLog open(Path folder, long limit) throws IOException {
    Files.createDirectories(folder);
    List<Long> segments = segments(folder);
    long start = segments.isEmpty() ? 0 : segments.getLast();
    return new ActionLog(folder, limit / 2, start, append(folder, start));
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
    if (current.size() >= segmentLimit) {
      rotate();
    }
  }

  /** Appends a line of the agent's own. */
  public void line(String text) throws IOException {
    append(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  /** At most {@code most} bytes from {@code offset} on; none if there is nothing there yet. */
  public static Chunk read(Path folder, long offset, int most) throws IOException {
    List<Long> segments = segments(folder);
    if (segments.isEmpty()) {
      return new Chunk(offset, ByteBuffer.allocate(0));
    }
    long from = Math.max(offset, segments.getFirst());
    long segment = segments.stream().filter(start -> start <= from).toList().getLast();
    try (FileChannel file = FileChannel.open(path(folder, segment), StandardOpenOption.READ)) {
      long there = file.size() - (from - segment);
      ByteBuffer bytes = ByteBuffer.allocate(Math.clamp(there, 0, most));
      while (bytes.hasRemaining() && file.read(bytes, from - segment + bytes.position()) >= 0) {
        // until the buffer is full or the segment at its end
      }
      bytes.flip();
      return new Chunk(bytes.hasRemaining() ? from : Math.min(from, end(folder)), bytes);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    current.close();
  }

  /** Whether nothing was printed. */
  public static boolean isEmpty(Path folder) throws IOException {
    return segments(folder).isEmpty() || end(folder) == 0;
  }

  /** Whether a file belongs to a log. */
  public static boolean isSegment(Path file) {
    return file.getFileName().toString().startsWith(PREFIX);
  }

  private void rotate() throws IOException {
    long next = start + current.size();
    current.close();
    current = append(folder, next);
    for (long segment : segments(folder)) {
      if (segment < start) {
        Files.deleteIfExists(path(folder, segment));
      }
    }
    start = next;
  }

  private static long end(Path folder) throws IOException {
    long last = segments(folder).getLast();
    return last + Files.size(path(folder, last));
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
