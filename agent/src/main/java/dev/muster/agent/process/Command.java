package dev.muster.agent.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run: an argument vector, no shell.
 *
 * @param environment added to the agent's own
 * @param directory where it runs; empty for the agent's own
 * @param user as whom; empty for the agent's own
 * @param grace between SIGTERM and SIGKILL when it is stopped
 */
public record Command(
    List<String> argv,
    Map<String, String> environment,
    Optional<Path> directory,
    Optional<String> user,
    Duration grace) {

  /** How long a process has to end by itself when nobody says anything else. */
  public static final Duration GRACE = Duration.ofSeconds(10);

  /** A plain one. */
  public static Command of(List<String> argv) {
    return new Command(argv, Map.of(), Optional.empty(), Optional.empty(), GRACE);
  }

  /** The same with one more variable in its environment. */
  public Command with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(environment);
    more.put(name, value);
    return new Command(argv, more, directory, user, grace);
  }
}
