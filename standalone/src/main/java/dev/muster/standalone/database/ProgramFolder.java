package dev.muster.standalone.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Programs that were unpacked, by the archive's name. A folder in it is whole or not there,
 * whenever its maker is killed: it is made under another name, and renamed.
 *
 * @param path where; only its owner may enter
 */
record ProgramFolder(Path path) {

  private static final String COMPLETE = ".exists";
  private static final String BEGUN = "unpacking";
  private static final Duration GIVEN_UP_AFTER = Duration.ofHours(1);

  /** Fills an empty folder. */
  interface Filler {
    void fill(Path empty) throws IOException;
  }

  /** The folder {@code name}; {@code filler} makes it if it is not there. */
  Path get(String name, Filler filler) throws IOException {
    Path whole = path.resolve(name);
    if (Files.exists(whole.resolve(COMPLETE))) {
      return whole;
    }
    Files.createDirectories(path);
    if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    forgetWhatWasGivenUp();
    Path begun = Files.createTempDirectory(path, BEGUN);
    try {
      filler.fill(begun);
      Files.writeString(begun.resolve(COMPLETE), String.valueOf(entries(begun)));
      if (!Files.exists(whole.resolve(COMPLETE))) {
        FileSystemUtils.deleteRecursively(whole);
      }
      Files.move(begun, whole, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      FileSystemUtils.deleteRecursively(begun);
      if (!Files.exists(whole.resolve(COMPLETE))) {
        throw failed;
      }
    }
    return whole;
  }

  private void forgetWhatWasGivenUp() throws IOException {
    Instant given = Instant.now().minus(GIVEN_UP_AFTER);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(path, BEGUN + "*")) {
      for (Path begun : all) {
        if (Files.getLastModifiedTime(begun).toInstant().isBefore(given)) {
          FileSystemUtils.deleteRecursively(begun);
        }
      }
    }
  }

  /**
   * Gives {@code empty} the files of the folder {@code name}, as further links to the same bytes
   * where the file system can do that: what is deleted here stays there.
   *
   * @throws IOException also if something is missing of what was there when it was made
   */
  void linkInto(Path empty, String name) throws IOException {
    Path whole = path.resolve(name);
    Files.walkFileTree(
        whole,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes ignored)
              throws IOException {
            Files.createDirectories(empty.resolve(whole.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!file.endsWith(COMPLETE)) {
              link(file, empty.resolve(whole.relativize(file)), attributes.isRegularFile());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    if (!Files.readString(whole.resolve(COMPLETE)).equals(String.valueOf(entries(empty)))) {
      FileSystemUtils.deleteRecursively(whole);
      throw new IOException(whole + " was not complete");
    }
  }

  private static void link(Path file, Path target, boolean regular) throws IOException {
    if (regular) {
      try {
        Files.createLink(target, file);
        return;
      } catch (IOException | UnsupportedOperationException elsewhere) {
        // Another file system, or one without links: a copy serves as well.
      }
    }
    Files.copy(file, target, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private static long entries(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> !file.endsWith(COMPLETE)).count();
    }
  }
}
