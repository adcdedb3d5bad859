package dev.muster.agent.process;

import dev.muster.agent.log.ActionLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * One stream of a process: a file to which it appends. What was moved into the log is given back to
 * the disk behind it while the file grows, so that neither the process nor the disk waits for a
 * reader.
 */
final class OutputSource implements Closeable {

  /** So much is given back to the disk at once. */
  private static final long FULL = 4L * 1024 * 1024;

  /** A process that is further ahead of the agent prints faster than it can be kept. */
  static final long BACKLOG = 32L * 1024 * 1024;

  private static final int PIECE = 64 * 1024;
  private static final long BLOCK = 4096;
  private static final Duration PUNCHED_WITHIN = Duration.ofSeconds(5);

  private final Path path;
  private final FileChannel file;
  private final Tail tail = new Tail();
  private long position;
  private long freed;

  private OutputSource(Path path, FileChannel file) {
    this.path = path;
    this.file = file;
  }

  /** From {@code position} on; what stands before it has been collected by an agent before. */
  static OutputSource open(Path path, long position) throws IOException {
    OutputSource source =
        new OutputSource(
            path,
            FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE));
    source.position = Math.max(0, position - Tail.LIMIT);
    if (source.position > 0) {
      source.tail.cut();
    }
    ByteBuffer bytes = source.read(position);
    while (bytes.hasRemaining()) {
      source.take(bytes);
      bytes = source.read(position);
    }
    source.position = position;
    return source;
  }

  long position() {
    return position;
  }

  Output output() {
    return tail.output();
  }

  /** Moves what is new into the log; what cannot be moved stays, and is moved the next time. */
  void collect(ActionLog log) throws IOException {
    long size = file.size();
    if (size < position) {
      position = 0;
      freed = 0;
    }
    if (size - position > BACKLOG) {
      log.append(note(size - position - BACKLOG));
      tail.cut();
      position = size - BACKLOG;
    }
    move(log, size);
    if (position - freed >= FULL) {
      free(log);
    }
  }

  private void move(ActionLog log, long end) throws IOException {
    for (ByteBuffer bytes = read(end); bytes.hasRemaining(); bytes = read(end)) {
      log.append(bytes.duplicate());
      take(bytes);
    }
  }

  /**
   * A hole in the file loses nothing. Where the file system has none the file is emptied; what is
   * printed in that moment is lost.
   */
  private void free(ActionLog log) throws IOException {
    long end = (position - Tail.LIMIT) / BLOCK * BLOCK;
    try {
      if (punch(freed, end - freed)) {
        freed = end;
        return;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return;
    }
    move(log, Long.MAX_VALUE);
    file.truncate(0);
    position = 0;
    freed = 0;
  }

  private boolean punch(long offset, long length) throws InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "fallocate",
            "--punch-hole",
            "--offset",
            Long.toString(offset),
            "--length",
            Long.toString(length),
            path.toAbsolutePath().toString());
    try {
      Process process =
          builder
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor(PUNCHED_WITHIN)) {
        return process.exitValue() == 0;
      }
      process.destroyForcibly();
      return false;
    } catch (IOException unknown) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private ByteBuffer read(long end) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.clamp(end - position, 0, PIECE));
    if (bytes.hasRemaining()) {
      file.read(bytes, position);
    }
    return bytes.flip();
  }

  private void take(ByteBuffer bytes) {
    position += bytes.remaining();
    tail.add(bytes);
  }

  private static ByteBuffer note(long bytes) {
    return ByteBuffer.wrap(
        "\n[muster: %d bytes were printed faster than they could be kept]\n"
            .formatted(bytes)
            .getBytes(StandardCharsets.UTF_8));
  }
}
