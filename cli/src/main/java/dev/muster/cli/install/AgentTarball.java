package dev.muster.cli.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;

/**
 * The agent's image as {@code scripts/agent-image} makes it.
 *
 * @param image what it is called: a hash of its files
 * @param platform for which it is, such as {@code linux-amd64}
 */
public record AgentTarball(Path file, long bytes, String sha256, String image, String platform) {

  private static final int BLOCK = 512;

  /**
   * Reads what it is.
   *
   * @throws InstallFailure if it is none
   */
  public static AgentTarball read(Path file) {
    try {
      String[] lines = firstEntry(file).split("\n", -1);
      if (lines.length < 2 || !lines[0].matches("[0-9a-f]{16}") || lines[1].isBlank()) {
        throw none(file, "it does not say what it is");
      }
      return new AgentTarball(file, Files.size(file), sha256(file), lines[0], lines[1]);
    } catch (IOException unreadable) {
      throw none(file, String.valueOf(unreadable.getMessage()));
    }
  }

  /** The text of the file that stands first: {@code muster-agent/image}. */
  private static String firstEntry(Path file) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      byte[] header = in.readNBytes(BLOCK);
      String name = new String(header, 0, Math.min(100, header.length), StandardCharsets.US_ASCII);
      return name.startsWith("muster-agent/image\0")
          ? new String(in.readNBytes(BLOCK), StandardCharsets.US_ASCII).replace("\0", "")
          : "";
    }
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("This Java has no SHA-256", impossible);
    }
  }

  private static InstallFailure none(Path file, String why) {
    return new InstallFailure(
        "image",
        "%s is no image of an agent: %s".formatted(file, why),
        "muster agent package makes one");
  }
}
