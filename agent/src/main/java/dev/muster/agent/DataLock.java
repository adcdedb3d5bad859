package dev.muster.agent;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/** Keeps a second agent from the same folder; the system lets go of it when the agent dies. */
final class DataLock implements AutoCloseable {

  private final FileChannel channel;

  private DataLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Makes the folder if need be, for the agent's user alone: arguments may be private. */
  static DataLock take(Path folder) throws IOException {
    try {
      return make(folder);
    } catch (FileSystemException failed) {
      throw new IOException(
          "--data %s cannot be used: %s".formatted(folder, reason(failed)), failed);
    }
  }

  private static DataLock make(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      }
    }
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new DataLock(channel);
      }
    } catch (OverlappingFileLockException sameProcess) {
      // the same message serves
    }
    channel.close();
    throw new IOException(
        "%s is in use by another agent: stop that one, or give another --data".formatted(folder));
  }

  private static String reason(FileSystemException failed) {
    return failed instanceof AccessDeniedException
        ? "no permission"
        : Optional.ofNullable(failed.getReason()).orElse("it cannot be made");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
