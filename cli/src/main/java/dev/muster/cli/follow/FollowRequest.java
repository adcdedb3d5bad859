package dev.muster.cli.follow;

import dev.muster.cli.rest.Asker;
import dev.muster.cli.terminal.Terminal;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What to follow, and how to show it.
 *
 * @param run id of a run, or a unique beginning of it; the name of a plan
 * @param command how the person starts this program, for the hints it prints
 * @param timeout after which following ends although the run goes on
 */
public record FollowRequest(
    URI server,
    Asker asker,
    String run,
    Output output,
    AtApproval atApproval,
    Optional<Duration> timeout,
    Terminal terminal,
    String command) {

  /** For whom. */
  public enum Output {
    /** A picture on a terminal, else one line for each change. */
    PEOPLE,
    /** One line of JSON for each change. */
    JSON
  }

  /** What to do when the run waits for people. */
  public enum AtApproval {
    /** Go on following; somebody will answer. */
    KEEP_FOLLOWING,
    /** Stop, with the exit code that says so. */
    STOP
  }

  /** Follows to the end, for people, on what this process writes to. */
  public static FollowRequest of(URI server, String user, String run) {
    return new FollowRequest(
        server,
        Asker.named(user),
        run,
        Output.PEOPLE,
        AtApproval.KEEP_FOLLOWING,
        Optional.empty(),
        Terminal.detect(Map.copyOf(System.getenv())),
        "muster");
  }

  public FollowRequest withOutput(Output wanted) {
    return new FollowRequest(server, asker, run, wanted, atApproval, timeout, terminal, command);
  }

  public FollowRequest withTerminal(Terminal wanted) {
    return new FollowRequest(server, asker, run, output, atApproval, timeout, wanted, command);
  }

  public FollowRequest withCommand(String wanted) {
    return new FollowRequest(server, asker, run, output, atApproval, timeout, terminal, wanted);
  }
}
