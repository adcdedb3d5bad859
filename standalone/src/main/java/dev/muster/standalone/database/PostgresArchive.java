package dev.muster.standalone.database;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs for this machine as the class path brings them: a tar, packed by xz. */
final class PostgresArchive {

  private static final int EXECUTABLE = 0100;

  private final byte[] packed;

  private PostgresArchive(byte[] packed) {
    this.packed = packed;
  }

  /**
   * The one for this system and processor.
   *
   * @throws IOException also if there is none
   */
  static PostgresArchive read() throws IOException {
    String system = System.getProperty("os.name").split(" ", 2)[0];
    String processor =
        switch (System.getProperty("os.arch")) {
          case "amd64" -> "x86_64";
          case String other -> other;
        };
    try (InputStream archive =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, processor)) {
      if (archive == null) {
        throw new IOException(
            "there is none for %s on %s; use --database".formatted(system, processor));
      }
      return new PostgresArchive(archive.readAllBytes());
    }
  }

  /** Of the folder that it is unpacked to: another one for other contents. */
  String name() {
    try {
      return "PG-" + HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(packed));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /** Takes some seconds. Only the owner may read what is unpacked. */
  void unpack(Path into) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(packed)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = into.resolve(entry.getName()).normalize();
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.copy(tar, target);
          allow(target, (entry.getMode() & EXECUTABLE) == 0 ? "rw-------" : "rwx------");
        }
      }
    }
  }

  private static void allow(Path file, String permissions) throws IOException {
    if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
  }
}
