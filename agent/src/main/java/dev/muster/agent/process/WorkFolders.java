package dev.muster.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The folders below which actions may have their processes work, or do something else. Compared as
 * they really are, after every symbolic link and {@code ..}, so that neither leads out of them.
 *
 * @param decides who allows them, for messages
 */
public record WorkFolders(List<Path> allowed, String decides) {

  public WorkFolders {
    allowed = List.copyOf(allowed);
  }

  /** Those in which processes may work. */
  public WorkFolders(List<Path> allowed) {
    this(allowed, "the agent's --allow-dir or 'allowDirs' in its configuration decides");
  }

  /** Where a process may work. */
  public sealed interface Answer {

    /**
     * It may.
     *
     * @param real the folder itself, without a symbolic link in its path
     */
    record At(Path real) implements Answer {}

    /** It may not, and why. */
    record Refused(String reason) implements Answer {}
  }

  /** Whether a process may work there. A folder that is not there yet may be made until it runs. */
  public Answer of(Path asked) {
    if (!asked.isAbsolute()) {
      return new Answer.Refused("'%s' (expected: an absolute path)".formatted(asked));
    }
    Optional<Path> real = real(asked);
    return real.filter(path ->
            allowed.stream().flatMap(rule -> real(rule).stream()).anyMatch(path::startsWith))
        .<Answer>map(Answer.At::new)
        .orElseGet(() ->
            new Answer.Refused(
                "'%s' is not below a folder that is allowed on this node (allowed: %s; %s)"
                    .formatted(
                        asked,
                        allowed.isEmpty()
                            ? "none"
                            : allowed.stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(", ")),
                        decides)));
  }

  /** As the kernel sees it; empty if that cannot be known. */
  private static Optional<Path> real(Path path) {
    Path there = path;
    while (there != null && !Files.exists(there)) {
      // What is not there can be no way up, and a link to nowhere may lead anywhere later.
      if (there.endsWith("..") || Files.isSymbolicLink(there)) {
        return Optional.empty();
      }
      there = there.getParent();
    }
    if (there == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(there.toRealPath().resolve(there.relativize(path)).normalize());
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
