package dev.muster.connections.settings;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.ResourceUtils;

/**
 * What was set, and by which name, so that an error can say where to look.
 *
 * @param name such as {@code TEMPORAL_ADDRESS}
 */
public record Setting(String name, String value) {

  /** What was said under this name; nothing counts as not set. */
  public static Optional<Setting> in(PropertyResolver said, String name) {
    return Optional.ofNullable(said.getProperty(name))
        .filter(text -> !text.isBlank())
        .map(text -> new Setting(name, text));
  }

  /** An error about it; the value is not part of it. */
  public SettingProblem problem(String matter) {
    return new SettingProblem(name, matter);
  }

  /**
   * The text of the file that it names.
   *
   * @param expected what the file should hold
   */
  public String read(String expected) {
    try {
      return Files.readString(ResourceUtils.getFile(value).toPath(), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException | FileNotFoundException e) {
      throw problem("there is no file %s (expected: %s)".formatted(value, expected));
    } catch (IOException | IllegalArgumentException e) {
      throw problem(
          "the file %s cannot be read: %s (expected: %s)"
              .formatted(value, e.getClass().getSimpleName(), expected));
    }
  }

  /** Without the value. */
  @Override
  public String toString() {
    return name;
  }
}
