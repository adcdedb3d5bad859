package dev.muster.agent.access;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files that are for their owner alone, whole or not at all, and on disk afterwards. */
final class PrivateFile {

  private PrivateFile() {}

  /** Puts the content in the place of what there is. */
  static void write(Path file, byte[] content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.deleteIfExists(part);
    Set<StandardOpenOption> fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(part, fresh, ownerOnly(file))) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    sync(file);
  }

  /** Removes the file, if it is there. */
  static void remove(Path file) throws IOException {
    Files.deleteIfExists(file);
    sync(file);
  }

  /** The change of the folder is on disk as well. */
  private static void sync(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null && isPosix(folder)) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    return folder != null && isPosix(folder)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path folder) throws IOException {
    return Files.getFileStore(folder).supportsFileAttributeView("posix");
  }
}
