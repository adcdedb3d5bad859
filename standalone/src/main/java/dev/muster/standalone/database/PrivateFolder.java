package dev.muster.standalone.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A folder that only its owner may enter, because of the doors, records and logs in it. */
public final class PrivateFolder {

  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final List<String> LOGS = List.of("postgresql.log", "muster.log");

  private PrivateFolder() {}

  /**
   * Makes it if it is not there, and takes every right in it from everybody else, logs included
   * that are yet to be written.
   */
  public static void make(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String log : LOGS) {
      if (!Files.exists(folder.resolve(log))) {
        Files.createFile(folder.resolve(log));
      }
    }
    if (!Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      return;
    }
    Files.setPosixFilePermissions(folder, FOLDER);
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.filter(path -> !Files.isSymbolicLink(path)).toList()) {
        close(entry);
      }
    }
  }

  private static void close(Path entry) throws IOException {
    try {
      Files.setPosixFilePermissions(entry, Files.isDirectory(entry) ? FOLDER : FILE);
    } catch (NoSuchFileException gone) {
      // Such as the journal of a dev server that goes on from before.
    }
  }
}
