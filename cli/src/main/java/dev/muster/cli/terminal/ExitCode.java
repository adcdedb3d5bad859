package dev.muster.cli.terminal;

/**
 * What {@code muster} tells the shell, whichever of its programs ran. Listed in {@code muster
 * --help} and docs/cli.md.
 */
public enum ExitCode {
  /** It was done; a followed run completed. */
  OK(0),
  /** The followed run, or the action that was waited for, failed. */
  FAILED(1),
  /** The command line is wrong; nothing was sent. */
  USAGE(2),
  /** The followed run or action was cancelled, or the run was rolled back. */
  CANCELLED(3),
  /** The server refused it: a 4xx problem, or findings in a checked playbook. */
  REFUSED(4),
  /** The server cannot be reached, or failed (5xx). */
  UNAVAILABLE(5),
  /** The time given with --timeout passed, or the run waits for an approval. */
  WAITING(6),
  /** {@code up} or {@code demo} cannot start: something is missing or in use. */
  CANNOT_START(69),
  /** A bug in the command itself, or Muster could not be built. */
  INTERNAL(70),
  /** A setting of a server is wrong, or the machine lacks what Muster needs, such as a JDK. */
  MISCONFIGURED(78),
  /** Ctrl-C, or nobody reads the output any more; the run goes on. */
  DETACHED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
