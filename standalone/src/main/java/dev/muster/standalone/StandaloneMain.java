package dev.muster.standalone;

import dev.muster.cli.terminal.ExitCode;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.standalone.demo.DemoCommand;
import dev.muster.standalone.up.UpCommand;
import dev.muster.standalone.up.WarmUpCommand;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry of the one process: {@code up} and {@code demo}. */
@Command(
    name = "muster",
    description = "Muster in one process.",
    subcommands = {UpCommand.class, DemoCommand.class, WarmUpCommand.class})
public final class StandaloneMain {

  private StandaloneMain() {}

  public static void main(String[] arguments) {
    keepQuietUntilConfigured();
    System.exit(run(arguments));
  }

  /**
   * Runs a command and returns its exit code: 69 with one line if it cannot start, 78 if a setting
   * is wrong.
   */
  static int run(String... arguments) {
    return new CommandLine(new StandaloneMain())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(StandaloneMain::report)
        .execute(arguments);
  }

  /**
   * What libraries log before the application has its log file is of interest only if it is bad.
   */
  private static void keepQuietUntilConfigured() {
    if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)
        instanceof ch.qos.logback.classic.Logger root) {
      root.setLevel(ch.qos.logback.classic.Level.WARN);
    }
  }

  private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (failure instanceof StartProblem problem) {
      command.getErr().println("muster: " + problem.getMessage());
      return ExitCode.CANNOT_START.number();
    }
    Optional<String> setting = SettingProblem.in(failure);
    if (setting.isPresent()) {
      command.getErr().println("muster: " + setting.get());
      return SettingProblem.EXIT_CODE;
    }
    throw failure;
  }
}
