package dev.muster.agent.artifact;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Wake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** The hashes by which artifacts are known. */
public final class Sha256 {

  /** How it is written. */
  public static final Pattern FORM = Pattern.compile("[0-9a-fA-F]{64}");

  private static final int BLOCK = 64 * 1024;

  private Sha256() {}

  /**
   * Of a file, in lower case; empty if the execution is to end before. Holds while it is suspended.
   *
   * @throws IOException if the file cannot be read
   */
  public static Optional<String> of(Path file, Control control)
      throws IOException, InterruptedException {
    MessageDigest digest = digest();
    byte[] block = new byte[BLOCK];
    try (InputStream bytes = Files.newInputStream(file)) {
      for (int read = bytes.read(block); read >= 0; read = bytes.read(block)) {
        digest.update(block, 0, read);
        if (control.pause(Duration.ZERO) != Wake.GO_ON) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(HexFormat.of().formatHex(digest.digest()));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
