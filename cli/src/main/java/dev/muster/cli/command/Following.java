package dev.muster.cli.command;

import dev.muster.cli.follow.FollowRequest;
import dev.muster.cli.follow.RunFollower;
import dev.muster.cli.terminal.ExitCode;

/** Following with Ctrl-C: it stops following, says that the run goes on, and nothing else. */
final class Following {
  private Following() {}

  static ExitCode follow(FollowRequest request, Session session) throws InterruptedException {
    RunFollower follower =
        new RunFollower(request, session.out(), session.err(), session.surroundings().clock());
    // The process then ends with 130, which the JVM does by itself after an interrupt.
    Thread atInterrupt = new Thread(follower::detach, "detach");
    Runtime.getRuntime().addShutdownHook(atInterrupt);
    try {
      return follower.follow().exitCode();
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
