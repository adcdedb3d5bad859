package dev.muster.worker.discovery;

import dev.muster.domain.discovery.SourceReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/** Files of this machine that name nodes; only within some folders, wherever links lead. */
final class SourceFiles {

  private static final int MOST_BYTES = SourceReader.MOST_MEBIBYTES << 20;

  private final List<Path> folders;

  SourceFiles(List<Path> folders) {
    this.folders = folders;
  }

  /** What tells one content of a file from another without reading it. */
  record Stamp(String text) {}

  /** Empty if there is no such file. */
  Optional<Stamp> stamp(String location) {
    try {
      BasicFileAttributes file = Files.readAttributes(Path.of(location), BasicFileAttributes.class);
      return Optional.of(
          new Stamp("%s %d %s".formatted(file.lastModifiedTime(), file.size(), file.fileKey())));
    } catch (IOException | InvalidPathException missing) {
      return Optional.empty();
    }
  }

  SourceText read(String location) {
    try {
      Path file = Path.of(location).toRealPath();
      if (!isWithin(file)) {
        return new SourceText.Away(
            "%s is in no folder that this worker may read nodes from (muster.discovery.folders: %s); move it, or have the setting name its folder"
                .formatted(location, folders));
      }
      if (!Files.isRegularFile(file)) {
        return new SourceText.Away(location + " is no file");
      }
      Optional<Stamp> before = stamp(location);
      Optional<String> text = text(file);
      if (text.isEmpty()) {
        return new SourceText.Away(
            "%s is larger than %d MiB; split it into several discoveries"
                .formatted(location, SourceReader.MOST_MEBIBYTES));
      }
      return before.equals(stamp(location))
          ? new SourceText.Text(text.get())
          : new SourceText.Away(location + " was written while it was read; it is read again");
    } catch (NoSuchFileException e) {
      return new SourceText.Away("there is no file " + location);
    } catch (AccessDeniedException e) {
      return new SourceText.Away("this worker may not read " + location);
    } catch (CharacterCodingException e) {
      return new SourceText.Away(location + " is no text in UTF-8");
    } catch (IOException | InvalidPathException e) {
      return new SourceText.Away(
          "%s cannot be read (%s)".formatted(location, e.getClass().getSimpleName()));
    }
  }

  private boolean isWithin(Path file) throws IOException {
    for (Path folder : folders) {
      if (Files.exists(folder) && file.startsWith(folder.toRealPath())) {
        return true;
      }
    }
    return false;
  }

  /** Empty if it is too large. */
  private static Optional<String> text(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(MOST_BYTES + 1);
      return bytes.length > MOST_BYTES
          ? Optional.empty()
          : Optional.of(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    }
  }
}
