package dev.muster.agent.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run: an argument vector, no shell.
 *
 * @param environment the whole of it
 * @param directory where it runs; empty for the agent's own
 * @param user as whom; empty for the agent's own
 * @param grace between SIGTERM and SIGKILL when it is stopped
 * @param input a file that is its standard input; empty for nothing
 */
public record Command(
    List<String> argv,
    Map<String, String> environment,
    Optional<Path> directory,
    Optional<String> user,
    Duration grace,
    Optional<Path> input) {

  /** How long a process has to end by itself when nobody says anything else. */
  public static final Duration GRACE = Duration.ofSeconds(10);

  /** A plain one, of the node's configuration: it has the agent's environment. */
  public static Command of(List<String> argv) {
    return new Command(
        argv, System.getenv(), Optional.empty(), Optional.empty(), GRACE, Optional.empty());
  }

  /** This command in a folder, if it has none. */
  public Command orIn(Path folder) {
    return new Command(
        argv, environment, directory.or(() -> Optional.of(folder)), user, grace, input);
  }

  /** This command with a standard input. */
  public Command reading(Path file) {
    return new Command(argv, environment, directory, user, grace, Optional.of(file));
  }
}
