package dev.muster.agent.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file that is on the node already, on a mounted disk for instance. */
public record FileOrigin(Path file) implements Origin {

  @Override
  public String shown() {
    return file.toString();
  }

  /** From its beginning: to copy again is cheap. */
  @Override
  public Opening open(Have have) {
    if (!Files.isRegularFile(file)) {
      return new Opening.Never(
          "%s is %s".formatted(file, Files.exists(file) ? "no regular file" : "not there"));
    }
    try {
      InputStream bytes = Files.newInputStream(file);
      return new Opening.Flowing(
          bytes, 0, Optional.of(Files.size(file)), Optional.empty(), () -> close(bytes));
    } catch (IOException unreadable) {
      return new Opening.Never("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
    }
  }

  private static void close(InputStream bytes) {
    try {
      bytes.close();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
