package dev.muster.standalone.compose;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** The programs that the images have, as this machine has them. */
final class LocalPrograms {

  private static final String POSTGRESQL = "/postgres-linux-x86_64.txz";

  /** Busybox's {@code nc -z HOST PORT}, which the server's image has and not every machine. */
  private static final String NETCAT =
      """
      #!/usr/bin/env bash
      [ "$1" = -z ] && exec 3<>"/dev/tcp/$2/$3"
      """;

  private final Map<String, Path> found = new LinkedHashMap<>();
  private final String missing;

  private LocalPrograms(ComposeFile compose) {
    String server = version(compose, "temporal");
    Path cache =
        Path.of(
                Optional.ofNullable(System.getenv("MUSTER_CACHE"))
                    .orElse(System.getProperty("user.home") + "/.cache/muster"))
            .resolve("temporal");
    find("temporal-server", List.of(cache.resolve(server)));
    find("temporal-sql-tool", List.of(cache.resolve(version(compose, "temporal-schema"))));
    find("temporal", folders(cache));
    find("psql", onPath());
    find("pg_isready", onPath());
    find("setsid", onPath());
    find("unshare", onPath());
    this.missing = describeMissing();
  }

  static LocalPrograms of(ComposeFile compose) {
    return new LocalPrograms(compose);
  }

  /** What is not there, in words; empty if everything is. */
  String missing() {
    return missing;
  }

  /** Makes a folder for PATH under {@code work}, with PostgreSQL's own programs in it too. */
  Path install(Path work) throws IOException {
    Path bin = Files.createDirectories(work.resolve("programs/bin"));
    for (Map.Entry<String, Path> program : found.entrySet()) {
      Files.createSymbolicLink(bin.resolve(program.getKey()), program.getValue());
    }
    Path netcat = Files.writeString(bin.resolve("nc"), NETCAT);
    Files.setPosixFilePermissions(netcat, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path postgresql = work.resolve("programs/postgresql");
    unpack(postgresql);
    for (String program : List.of("initdb", "postgres")) {
      Files.createSymbolicLink(bin.resolve(program), postgresql.resolve("bin").resolve(program));
    }
    return bin;
  }

  private String describeMissing() {
    List<String> names =
        Stream.of("temporal-server", "temporal-sql-tool", "temporal", "psql", "pg_isready")
            .filter(name -> !found.containsKey(name))
            .toList();
    if (!names.isEmpty()) {
      return "%s not found: 'scripts/real-temporal install' builds Temporal's, postgresql-client has the others"
          .formatted(String.join(", ", names));
    }
    return LocalPrograms.class.getResource(POSTGRESQL) == null || !found.containsKey("setsid")
        ? "no PostgreSQL or no util-linux for this machine"
        : "";
  }

  private static String version(ComposeFile compose, String service) {
    String image = compose.service(service).image();
    return image.substring(image.indexOf(':') + 1);
  }

  private void find(String name, List<Path> folders) {
    folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .ifPresent(path -> found.put(name, path));
  }

  private static List<Path> onPath() {
    return Stream.of(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator, -1))
        .map(Path::of)
        .toList();
  }

  private static List<Path> folders(Path parent) {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(parent)) {
      return folders.sorted().toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  private static void unpack(Path target) throws IOException {
    try (InputStream packed = LocalPrograms.class.getResourceAsStream(POSTGRESQL)) {
      if (packed == null) {
        throw new IOException(POSTGRESQL + " is not in the class path");
      }
      TarArchiveInputStream tar = new TarArchiveInputStream(new XZCompressorInputStream(packed));
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path path = target.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(path);
          continue;
        }
        Files.createDirectories(path.resolveSibling("."));
        if (entry.isSymbolicLink()) {
          Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
          Files.copy(tar, path);
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
    }
  }
}
