package dev.muster.agent.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A process beyond doubt: its id may be given to another one, its id with the moment of its start
 * may not.
 *
 * @param start ticks since the boot and the id of the boot on Linux, the time of its start
 *     elsewhere
 */
public record ProcessIdentity(long pid, String start) {

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** Of a process that runs; empty if there is none with this id. */
  public static Optional<ProcessIdentity> of(long pid) {
    return start(pid).map(start -> new ProcessIdentity(pid, start));
  }

  /** As an agent wrote it; empty if none was written, or not to the end. */
  public static Optional<ProcessIdentity> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    return lines.size() < 3
        ? Optional.empty()
        : Optional.of(new ProcessIdentity(Long.parseLong(lines.get(0)), lines.get(1)));
  }

  /** Writes it so that it survives a loss of power. */
  void write(Path file) throws IOException {
    byte[] text = (pid + "\n" + start + "\nend\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(text));
      channel.force(true);
    }
    try (FileChannel folder = FileChannel.open(file.getParent())) {
      folder.force(true);
    }
  }

  /** Whether this very process still runs. */
  public boolean isAlive() {
    return start(pid).filter(start::equals).isPresent();
  }

  private static Optional<String> start(long pid) {
    if (!Files.exists(BOOT)) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toString);
    }
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // The name in brackets may contain anything; 22 fields from the left, 3 of them up to here.
      List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", 22));
      // One whose first thread has ended has its files and ports until the last one has.
      boolean threads = Integer.parseInt(fields.get(17)) > 1;
      boolean dead = "X".equals(fields.get(0)) || ("Z".equals(fields.get(0)) && !threads);
      return dead
          ? Optional.empty()
          : Optional.of(fields.get(19) + "@" + Files.readString(BOOT).strip());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
