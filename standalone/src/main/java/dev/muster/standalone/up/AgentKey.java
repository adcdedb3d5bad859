package dev.muster.standalone.up;

import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** The key under which the tokens of agents are kept; made beside the data at the first start. */
final class AgentKey {

  private static final int BYTES = 32;

  private AgentKey() {}

  /**
   * Its file, for its owner alone; made if it is not there.
   *
   * @throws StartProblem if it cannot be made
   */
  static Path in(Path data) {
    Path file = data.resolve("agents.key");
    try {
      if (!Files.exists(file)) {
        make(data, file);
      }
      return file;
    } catch (IOException failed) {
      throw new StartProblem(
          "the key for the tokens of agents, %s, cannot be made: %s"
              .formatted(file, failed.getMessage()),
          failed);
    }
  }

  private static void make(Path data, Path file) throws IOException {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    Path part = file.resolveSibling("agents.key.part");
    Files.deleteIfExists(part);
    boolean posix = Files.getFileStore(data).supportsFileAttributeView("posix");
    FileAttribute<?>[] ownersAlone =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Files.createFile(part, ownersAlone);
    Files.writeString(
        part,
        "# Seals the tokens of agents in the database; without it they are lost.%n%s%n"
            .formatted(Base64.getEncoder().encodeToString(key)),
        StandardOpenOption.SYNC);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
