package dev.muster.standalone.up;

import dev.muster.standalone.StartProblem;
import dev.muster.standalone.database.PrivateFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The data folder, its owner's alone and held by one process at a time. The lock goes with the
 * process, however it ends.
 */
final class DataFolder implements AutoCloseable {

  private final FileChannel channel;

  private DataFolder(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Makes {@code folder} if it is not there and holds it.
   *
   * @throws StartProblem if another process holds it, or it cannot be written
   */
  static DataFolder hold(Path folder) {
    try {
      PrivateFolder.make(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel)) {
        return new DataFolder(channel);
      }
      channel.close();
    } catch (IOException failed) {
      throw new StartProblem(
          "the data folder %s cannot be used: %s".formatted(folder, why(failed)), failed);
    }
    throw new StartProblem(
        "another Muster runs on the data folder %s: stop it, or choose another with --data"
            .formatted(folder));
  }

  /** Java's own messages name the file again, and not what is wrong with it. */
  private static String why(IOException failed) {
    return switch (failed) {
      case AccessDeniedException denied -> "permission denied for " + denied.getFile();
      case NoSuchFileException missing -> "it cannot be made there";
      case FileAlreadyExistsException file -> file.getFile() + " is a file";
      default -> String.valueOf(failed.getMessage());
    };
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failed) {
      throw new StartProblem("the data folder was not released: " + failed.getMessage(), failed);
    }
  }
}
