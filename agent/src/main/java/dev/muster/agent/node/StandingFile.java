package dev.muster.agent.node;

import dev.muster.agent.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * How far this process has come, in the file {@code standing} of the agent's data: for scripts
 * beside the agent that wait for it and have no client for its protocol. It is no record: it says
 * nothing of a process that is gone.
 */
public final class StandingFile {

  private static final String FILE = "standing";

  private final Path file;
  private volatile Stage stage = Stage.STARTING;

  /** What an agent comes to, one after the other. */
  public enum Stage {
    /** Not even listening. */
    STARTING,
    /** It answers. */
    LISTENING,
    /** It answers, and has joined or need not. */
    JOINED,
    /** Somebody who may has asked it something. */
    ASKED
  }

  private StandingFile(Path file) {
    this.file = file;
  }

  /** Of a process that starts on this data; what an earlier one left counts no more. */
  public static StandingFile begin(Path data) {
    StandingFile standing = new StandingFile(data.resolve(FILE));
    standing.write();
    return standing;
  }

  /** It has come to this stage, unless it was there already. */
  public void reached(Stage next) {
    if (stage.compareTo(next) < 0) {
      forward(next);
    }
  }

  private synchronized void forward(Stage next) {
    if (stage.compareTo(next) < 0) {
      stage = next;
      write();
    }
  }

  /** Renamed into its place, so that a reader never sees a part of it. */
  private void write() {
    Path part = file.resolveSibling(FILE + ".part");
    try {
      Files.writeString(
          part,
          "%s %d %s%n"
              .formatted(
                  stage.name().toLowerCase(Locale.ROOT),
                  ProcessHandle.current().pid(),
                  AgentDescription.image().orElse("-")));
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failed) {
      Journal.warn(
          "%s cannot be written; who waits for the agent waits in vain".formatted(file), failed);
    }
  }
}
