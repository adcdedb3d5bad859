package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts as they must look, one file each in src/test/resources/golden. What a test got instead is
 * left in target/golden, to be looked at and copied if it is right.
 */
public final class Golden {
  private Golden() {}

  public static void check(String name, String actual) {
    String text = actual.stripTrailing() + "\n";
    Path left = Path.of("target", "golden", name + ".txt");
    try {
      Files.createDirectories(left.getParent());
      Files.writeString(left, text);
      assertThat(text).as("golden/%s.txt", name).isEqualTo(expected(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String expected(String name) throws IOException {
    try (InputStream file = Golden.class.getResourceAsStream("/golden/" + name + ".txt")) {
      return file == null
          ? "(no such file)"
          : new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
