package dev.muster.agent.external;

import dev.muster.agent.execution.Kind;
import dev.muster.agent.process.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kinds of a folder of executables. They are looked for when they are needed, and asked what
 * they are when they are first used or have changed: one that is put there is there at once, and
 * the agent's start does not wait for them.
 */
public final class ExternalKinds {

  /** Of all their names; no other kind's begins so. */
  public static final String SCOPE = "external.";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");
  private static final Duration DESCRIBE_LIMIT = Duration.ofSeconds(10);

  private final Path folder;
  private final Variables variables;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /**
   * Those of a folder.
   *
   * @param variables what they find in their environment
   */
  public ExternalKinds(Path folder, Variables variables) {
    this.folder = folder.toAbsolutePath();
    this.variables = variables;
  }

  /** A file as it was when it was asked. */
  private record Stamp(Path file, FileTime changed, long size) {}

  private record Known(Stamp stamp, Look look) {}

  /** What came of looking for a kind. */
  public sealed interface Look {

    /** It may be used. */
    record There(Kind kind) implements Look {}

    /** It may not, and why. */
    record Off(String reason) implements Look {}

    /** There is no file of this name. */
    record Absent() implements Look {}
  }

  /** The kind of this name. */
  public Look find(String name) {
    try {
      List<Path> files = files().filter(file -> name.equals(kindOf(file))).toList();
      if (files.isEmpty()) {
        return new Look.Absent();
      }
      if (files.size() > 1) {
        return new Look.Off("%s and %s have the same name".formatted(files.get(0), files.get(1)));
      }
      return ask(name, files.getFirst());
    } catch (IOException unreadable) {
      return new Look.Off("%s cannot be read: %s".formatted(folder, unreadable.getMessage()));
    }
  }

  /** The names of those that are not known to be unusable, sorted. */
  public List<String> names() {
    try {
      return files()
          .map(ExternalKinds::kindOf)
          .filter(name -> NAME.matcher(name.substring(SCOPE.length())).matches())
          .filter(name -> {
            Known before = known.get(name);
            return before == null || before.look() instanceof Look.There;
          })
          .distinct()
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }

  private Look ask(String name, Path file) throws IOException {
    Stamp stamp = new Stamp(file, Files.getLastModifiedTime(file), Files.size(file));
    Known before = known.get(name);
    if (before != null && before.stamp().equals(stamp) && before.look() instanceof Look.There) {
      return before.look();
    }
    Look look = look(name, file);
    known.put(name, new Known(stamp, look));
    return look;
  }

  private Look look(String name, Path file) throws IOException {
    if (!NAME.matcher(name.substring(SCOPE.length())).matches()) {
      return new Look.Off(
          "'%s' is no name for a kind (expected: small letters, digits and '-')"
              .formatted(file.getFileName()));
    }
    Optional<String> doubt = doubt(file);
    if (doubt.isPresent()) {
      return new Look.Off(doubt.get());
    }
    ExternalProgram program = new ExternalProgram(file, variables.environment(Map.of()));
    try {
      return new Look.There(
          new ExternalKind(name, program, program.describe(name, folder, DESCRIBE_LIMIT)));
    } catch (ExternalProgram.NoAnswer silent) {
      return new Look.Off(silent.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return new Look.Off("the agent stops");
    }
  }

  /** What others may change, others may have run as the agent's user. */
  private Optional<String> doubt(Path file) throws IOException {
    for (Path one : List.of(folder, file)) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(one);
      if (permissions.contains(PosixFilePermission.GROUP_WRITE)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        return Optional.of(
            "%s may be changed by others (expected: writable by its owner alone; chmod go-w)"
                .formatted(one));
      }
    }
    return Optional.empty();
  }

  private Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList()
          .stream();
    }
  }

  /** The file's name up to the first dot: {@code grow.py} is {@code external.grow}. */
  private static String kindOf(Path file) {
    return SCOPE + file.getFileName().toString().split("\\.", 2)[0];
  }
}
