package dev.muster.worker.secret;

import dev.muster.activities.secret.SecretSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file: what Kubernetes and Docker mount, and systemd's credentials. Read anew each time, because
 * they are replaced while the process runs.
 */
record FileSource(Path file) implements SecretSource {

  /** More than any secret may have, so that a wrong file is not read whole. */
  private static final int MOST_BYTES = 128 * 1024;

  @Override
  public Reading read() {
    try {
      return new Reading.Found(text(file));
    } catch (NoSuchFileException e) {
      return new Reading.Absent("there is no file " + file);
    } catch (CharacterCodingException e) {
      return new Reading.Absent(file + " is no UTF-8 text");
    } catch (IOException e) {
      return new Reading.Away(
          "%s cannot be read (%s)".formatted(file, e.getClass().getSimpleName()));
    }
  }

  /** The text of a file in UTF-8, without one line break at its end: editors put it there. */
  static String text(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(MOST_BYTES);
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.endsWith("\r\n")
          ? text.substring(0, text.length() - 2)
          : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
  }
}
