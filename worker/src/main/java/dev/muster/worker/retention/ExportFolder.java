package dev.muster.worker.retention;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.retention.Export;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Keeps history as lines of JSON, a file for each batch in a folder for each day. A file has its
 * name only when all of it is on the disk, and nobody else may read it.
 */
final class ExportFolder implements Export {

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final String UNFINISHED = ".part";
  private static final int DEPTH = 2;

  private final Path folder;
  private final Clock clock;

  ExportFolder(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** The lines cannot be kept; the message says where and why, for people. */
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(String message, IOException cause) {
      super(message, cause);
    }
  }

  @Override
  public void keep(List<JsonNode> lines) {
    Instant now = clock.instant();
    Path day = folder.resolve(DAY.format(now));
    String name =
        "history-%s-%s.jsonl"
            .formatted(MOMENT.format(now), UUID.randomUUID().toString().substring(0, 8));
    Path part = day.resolve(name + UNFINISHED);
    try {
      Files.createDirectories(day);
      write(part, lines);
      Files.move(part, day.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      force(day);
      force(folder);
    } catch (IOException e) {
      forget(part);
      throw new Failed(
          "the export folder %s cannot be written (%s); nothing is removed until it can"
              .formatted(folder, why(e)),
          e);
    }
  }

  /** Removes what a process left that died while it wrote. Only for whoever has the lease. */
  void sweep() {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      files.filter(file -> file.toString().endsWith(UNFINISHED)).forEach(ExportFolder::forget);
    } catch (IOException | java.io.UncheckedIOException unreadable) {
      // Writing will say so.
      return;
    }
  }

  private static void write(Path file, List<JsonNode> lines) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rw-------")));
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
      for (JsonNode line : lines) {
        out.write(WireFormat.JSON.writeValueAsString(line).getBytes(StandardCharsets.UTF_8));
        out.write('\n');
      }
      out.flush();
      channel.force(true);
    }
  }

  /** A new name is on the disk when its folder is. */
  private static void force(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void forget(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      // The next sweep tries again; a file of this name is no export.
      return;
    }
  }

  private static String why(IOException failure) {
    return switch (failure) {
      case AccessDeniedException denied -> "permission denied: " + denied.getFile();
      case NotDirectoryException file -> "no folder: " + file.getFile();
      case java.nio.file.FileAlreadyExistsException file -> "no folder: " + file.getFile();
      default -> String.valueOf(failure.getMessage());
    };
  }
}
