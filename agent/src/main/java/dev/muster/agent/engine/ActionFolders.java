package dev.muster.agent.engine;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.log.ActionLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

  /** For who follows a log and is late. */
  private static final Duration TRIMMED_AFTER = Duration.ofMinutes(1);

  /** The folder of one action. */
  public Path of(UUID id) {
    return root.resolve(id.toString());
  }

  ActionLog log(UUID id) throws IOException {
    return ActionLog.open(of(id), logLimit);
  }

  /** How much an action has printed. */
  long printed(UUID id) throws IOException {
    return ActionLog.read(of(id), Long.MAX_VALUE, 0).end();
  }

  /**
   * All but the log; all if nothing was printed. What is too much of the log goes later. A failure
   * costs disk space and nothing else.
   */
  void tidy(UUID id) {
    delete(of(id), path -> !path.equals(of(id)) && !ActionLog.isSegment(path));
    try {
      if (ActionLog.isEmpty(of(id))) {
        delete(of(id), path -> true);
      } else if (ActionLog.isToTrim(of(id))) {
        Thread.ofVirtual().name("trim").start(() -> trimLater(id));
      }
    } catch (IOException failed) {
      Journal.warn("the log of an action cannot be looked at", failed);
    }
  }

  private void trimLater(UUID id) {
    try {
      Thread.sleep(TRIMMED_AFTER);
      ActionLog.trim(of(id));
    } catch (IOException failed) {
      Journal.warn("the log of an action is not trimmed", failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Trims the logs in which nothing was written for a while: an agent before may not have. */
  public void trim(Instant now) {
    if (!Files.isDirectory(root)) {
      return;
    }
    try (Stream<Path> folders = Files.list(root)) {
      for (Path folder : folders.toList()) {
        boolean still =
            Files.getLastModifiedTime(folder).toInstant().isBefore(now.minus(TRIMMED_AFTER));
        if (still && ActionLog.isToTrim(folder)) {
          ActionLog.trim(folder);
        }
      }
    } catch (IOException failed) {
      Journal.warn("logs of actions are not trimmed", failed);
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
