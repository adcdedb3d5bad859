package dev.muster.standalone;

import dev.muster.standalone.demo.DemoCommand;
import dev.muster.standalone.up.UpCommand;
import dev.muster.standalone.up.WarmUpCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry of the one process: {@code up} and {@code demo}. */
@Command(
    name = "muster",
    description = "Muster in one process.",
    subcommands = {UpCommand.class, DemoCommand.class, WarmUpCommand.class})
public final class StandaloneMain {

  private static final int CANNOT_START = 69;

  private StandaloneMain() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Runs a command and returns its exit code: 69 with one line if it cannot start. */
  static int run(String... arguments) {
    return new CommandLine(new StandaloneMain())
        .setExecutionExceptionHandler(StandaloneMain::report)
        .execute(arguments);
  }

  private static int report(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
    if (failure instanceof StartProblem problem) {
      command.getErr().println("muster: " + problem.getMessage());
      return CANNOT_START;
    }
    throw failure;
  }
}
