package dev.muster.agent.execution;

import dev.muster.agent.journal.Journal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * What a kind writes down of one action before it does something that it must not forget: small
 * texts by name, each there whole or not at all, whatever is killed and whenever the power fails.
 *
 * @param folder the action's own; gone with its notes when the action has ended
 */
public record Notes(Path folder) {

  /** What was written under this name; empty if nothing was. */
  public Optional<String> read(String name) throws IOException {
    Path file = file(name);
    return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
  }

  /** Writes it, in place of what was there; returns when it is on the disk. */
  public void write(String name, String text) throws IOException {
    Path file = file(name);
    Path unfinished = folder.resolve("note-" + name + ".new");
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    sync(folder);
    Optional.ofNullable(folder.toAbsolutePath().getParent()).ifPresent(Notes::trySync);
  }

  /** Has a file, or the names in a folder, survive a loss of power. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      channel.force(true);
    }
  }

  /** As {@link #sync}, where nothing can be done if the system refuses. */
  public static void trySync(Path path) {
    try {
      sync(path);
    } catch (IOException refused) {
      Journal.warn("%s may not survive a loss of power".formatted(path), refused);
    }
  }

  /** Where that is, for whoever reads it without us. */
  public Path file(String name) {
    return folder.resolve("note-" + name);
  }
}
