package dev.muster.agent.process;

import dev.muster.agent.log.ActionLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Moves what a process prints to both its streams into the action's log, and keeps the ends. */
final class OutputCollector implements Closeable {

  private final ActionLog log;
  private final FileChannel positions;
  private final OutputSource stdout;
  private final OutputSource stderr;

  private OutputCollector(
      ActionLog log, FileChannel positions, OutputSource stdout, OutputSource stderr) {
    this.log = log;
    this.positions = positions;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** Goes on where the agent before stopped, if there was one. */
  static OutputCollector open(Path folder, ActionLog log) throws IOException {
    FileChannel positions =
        FileChannel.open(
            folder.resolve("positions"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    ByteBuffer before = ByteBuffer.allocate(16);
    boolean known = positions.read(before, 0) == 16;
    if (!known) {
      positions.write(ByteBuffer.allocate(16), 0); // so that it has its place when the disk is full
    }
    return new OutputCollector(
        log,
        positions,
        OutputSource.open(stdout(folder), known ? before.getLong(0) : 0),
        OutputSource.open(stderr(folder), known ? before.getLong(8) : 0));
  }

  static Path stdout(Path folder) {
    return folder.resolve("stdout");
  }

  static Path stderr(Path folder) {
    return folder.resolve("stderr");
  }

  void collect() throws IOException {
    long before = stdout.position() + stderr.position();
    stdout.collect(log);
    stderr.collect(log);
    if (stdout.position() + stderr.position() != before) {
      ByteBuffer now = ByteBuffer.allocate(16);
      now.putLong(stdout.position()).putLong(stderr.position()).flip();
      positions.write(now, 0);
    }
  }

  Output stdout() {
    return stdout.output();
  }

  Output stderr() {
    return stderr.output();
  }

  @Override
  public void close() throws IOException {
    stdout.close();
    stderr.close();
    positions.close();
  }
}
