package dev.muster.standalone.database;

import dev.muster.standalone.StartProblem;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.springframework.util.FileSystemUtils;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's own programs, unpacked from the class path when the first of them is run. */
final class PostgresPrograms {

  private static final int EXECUTABLE = 0100;

  private final Path folder;
  private Optional<Path> unpacked = Optional.empty();

  /**
   * @param folder below which they are unpacked
   */
  PostgresPrograms(Path folder) {
    this.folder = folder;
  }

  private synchronized Path unpacked() throws IOException {
    if (unpacked.isEmpty()) {
      unpacked = Optional.of(unpackedFrom(archive()));
    }
    return unpacked.get();
  }

  /** Unpacks unless they are there: whole or not at all, whenever this is killed. */
  private Path unpackedFrom(byte[] archive) throws IOException {
    Path whole = folder.resolve("PG-" + md5(archive));
    Path complete = whole.resolve(".exists");
    if (!Files.exists(complete)) {
      Path begun = folder.resolve("unpacking");
      FileSystemUtils.deleteRecursively(begun);
      FileSystemUtils.deleteRecursively(whole);
      Files.createDirectories(begun);
      unpack(archive, begun);
      Files.createFile(begun.resolve(".exists"));
      Files.move(begun, whole, StandardCopyOption.ATOMIC_MOVE);
    }
    return whole;
  }

  private static byte[] archive() throws IOException {
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
      return archive.readAllBytes();
    }
  }

  private static String md5(byte[] archive) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(archive));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  private static void unpack(byte[] archive, Path into) throws IOException {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
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

  /**
   * Runs one to its end and returns its exit code; what it prints goes into {@code log}.
   *
   * @throws IOException also if there are no programs for this machine
   */
  int run(Path log, String program, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(notAsRoot());
    command.add(unpacked().resolve("bin").resolve(program).toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    Process process = builder.start();
    try {
      return process.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StartProblem("interrupted while " + program + " ran", interrupted);
    }
  }

  /** PostgreSQL refuses to run as root; in a user namespace it does not see that it does. */
  private static List<String> notAsRoot() {
    return System.getProperty("user.name").equals("root") ? List.of("unshare", "-U") : List.of();
  }
}
