package dev.muster.cli.command;

import dev.muster.cli.follow.FollowRequest;
import dev.muster.cli.follow.RunFollower;
import dev.muster.cli.terminal.ExitCode;

/** Following with Ctrl-C: it stops following, says that the run goes on, and nothing else. */
final class Following {
  private Following() {}

  /** What is followed to its end. */
  interface Followed {
    ExitCode follow() throws InterruptedException;
  }

  static ExitCode follow(FollowRequest request, Session session) throws InterruptedException {
    RunFollower follower =
        new RunFollower(request, session.out(), session.err(), session.surroundings().clock());
    return until(() -> follower.follow().exitCode(), follower::detach);
  }

  /** Follows to the end, or until Ctrl-C. */
  static ExitCode until(Followed followed, Runnable detach) throws InterruptedException {
    // The process then ends with 130, which the JVM does by itself after an interrupt.
    Thread atInterrupt = new Thread(detach, "detach");
    Runtime.getRuntime().addShutdownHook(atInterrupt);
    try {
      return followed.follow();
    } finally {
      remove(atInterrupt);
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The interrupt came in this moment: the hook runs already.
    }
  }
}
