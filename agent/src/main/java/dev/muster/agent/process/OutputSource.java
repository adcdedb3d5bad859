package dev.muster.agent.process;

import dev.muster.agent.log.ActionLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One stream of a process: a file to which it appends, and which is emptied behind it when it
 * grows, so that neither the process nor the disk waits for a reader.
 */
final class OutputSource implements Closeable {

  /** More than this is emptied behind the process; what it prints in that moment may be lost. */
  private static final long FULL = 4L * 1024 * 1024;

  private final FileChannel file;
  private final Tail tail = new Tail();
  private long position;

  private OutputSource(FileChannel file) {
    this.file = file;
  }

  /** From {@code position} on; what stands before it has been collected by an agent before. */
  static OutputSource open(Path path, long position) throws IOException {
    OutputSource source =
        new OutputSource(
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
    }
    if (size - position > FULL) {
      log.append(note(size - position - FULL));
      tail.cut();
      position = size - FULL;
    }
    for (ByteBuffer bytes = read(size); bytes.hasRemaining(); bytes = read(size)) {
      log.append(bytes.duplicate());
      take(bytes);
    }
    if (position >= FULL) {
      file.truncate(0);
      position = 0;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private ByteBuffer read(long end) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.clamp(end - position, 0, 64 * 1024));
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
