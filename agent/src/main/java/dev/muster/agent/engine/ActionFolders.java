package dev.muster.agent.engine;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.log.ActionLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The folder of each action: its log, which stays until the action is forgotten, and what its kind
 * keeps there while it runs.
 *
 * @param logLimit bytes of a log that are kept
 */
public record ActionFolders(Path root, long logLimit) {

  /** The folder of one action. */
  public Path of(UUID id) {
    return root.resolve(id.toString());
  }

  ActionLog log(UUID id) throws IOException {
    return ActionLog.open(of(id), logLimit);
  }

  /** All but the log; all if nothing was printed. A failure costs disk space and nothing else. */
  void tidy(UUID id) {
    delete(of(id), path -> !path.equals(of(id)) && !ActionLog.isSegment(path));
    try {
      if (ActionLog.isEmpty(of(id))) {
        delete(of(id), path -> true);
      }
    } catch (IOException failed) {
      Journal.warn("the log of an action cannot be looked at", failed);
    }
  }

  /** All of them. */
  public void forget(List<UUID> ids) {
    ids.forEach(id -> delete(of(id), path -> true));
  }

  private static void delete(Path folder, Predicate<Path> which) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(which).sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException failed) {
      Journal.warn("the folder of an action cannot be deleted", failed);
    }
  }
}
