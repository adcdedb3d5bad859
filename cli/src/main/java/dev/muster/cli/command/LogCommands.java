package dev.muster.cli.command;

import dev.muster.cli.follow.LogFollower;
import dev.muster.cli.follow.LogFollower.Lines;
import dev.muster.cli.rest.ApiPath;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster action log} and {@code muster run logs}: what was printed. */
final class LogCommands {
  private LogCommands() {}

  /** How long a log is read. */
  static final class Reading {
    @Option(
        names = {"-f", "--follow"},
        description = "Goes on until the end, with each line as it is printed.")
    private boolean follow;

    int read(Session session, ApiPath path, Lines forPeople) throws InterruptedException {
      LogFollower follower =
          new LogFollower(
              session.wantsJson() ? Lines.JSON : forPeople,
              session.out(),
              session.err(),
              session.surroundings().clock());
      return follower
          .follow(
              session.api(), path.with("follow", follow ? Optional.of("true") : Optional.empty()))
          .number();
    }
  }

  @Command(
      name = "log",
      description = {
        "Shows what an action printed.",
        "With -o json each line is an object, with its place and, if known, its time."
      },
      footer = {"", "Examples:", "  muster action log 0b7c55d2", "  muster action log 0b7c55d2 -f"})
  static final class OfAction implements Callable<Integer> {
    private final Session session;
    @Mixin private Reading reading = new Reading();

    @Parameters(
        paramLabel = "ACTION",
        description = "Its id, a unique beginning of it, or its name.")
    private String action = "";

    OfAction(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
      return reading.read(session, ApiPath.of("actions", action, "log"), Lines.PLAIN);
    }
  }

  @Command(
      name = "logs",
      description = {
        "Shows what the actions of a run printed, each line after its node and step.",
        "With -o json each line is an object. Ctrl-C only stops following, never the run."
      },
      footer = {
        "",
        "Examples:",
        "  muster run logs 3f2a91c4",
        "  muster run logs 3f2a91c4 -f -o json"
      })
  static final class OfRun implements Callable<Integer> {
    private final Session session;
    @Mixin private Reading reading = new Reading();

    @Parameters(paramLabel = "RUN", description = "Its id, or a unique beginning of it.")
    private String run = "";

    OfRun(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
      return reading.read(session, ApiPath.of("runs", run, "logs"), Lines.PREFIXED);
    }
  }
}
