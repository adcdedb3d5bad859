package dev.muster.cli.command;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command itself: what it is, and the options that every command has. */
@Command(
    name = "muster",
    description = {
      "Runs playbooks, staged operations over many nodes, and shows what they do.",
      "",
      "Also: muster demo (see it work), muster up (the server), muster agent --help (the",
      "agent itself), muster bench.",
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Example:",
      "  muster run start rolling-restart --cluster demo --reason \"new kernel\" --follow",
      "",
      "Ids of runs and actions may be shortened to a unique beginning of 4 or more characters.",
      "",
      "Exit codes:",
      "    0  done; a followed run completed",
      "    1  the followed run, or the action waited for, failed; the agent cannot run",
      "    2  the command line is wrong; nothing was sent",
      "    3  the followed run or action was cancelled, or the run was rolled back",
      "    4  the server refused it, or a checked playbook has findings",
      "    5  the server cannot be reached, or failed",
      "    6  waiting for an approval (--stop-at-approval), or --timeout passed",
      "   69  up, demo: something that they need is missing or in use",
      "   70  a bug in the command, or Muster could not be built",
      "   78  up, api, worker: a setting is wrong; or there is no JDK or Maven that serves",
      "  130  Ctrl-C while following: the run goes on",
      "",
      "Environment: MUSTER_SERVER, MUSTER_USER, MUSTER_TOKEN, MUSTER_TOKEN_FILE,",
      "MUSTER_CA_FILE; NO_COLOR switches colours off.",
    })
public final class GlobalOptions implements Runnable {
  /** What the output is for. */
  public enum Format {
    TABLE,
    JSON
  }

  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Shows this and ends.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows the version and ends.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean version;

  @Option(
      names = "--server",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = "Muster's address (MUSTER_SERVER, else http://127.0.0.1:8420).")
  private Optional<String> server = Optional.empty();

  @Option(
      names = "--user",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description = "Who asks; kept in the history (MUSTER_USER, else the login name).")
  private Optional<String> user = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "table|json",
      scope = ScopeType.INHERIT,
      description = "For people, or exactly what the API answered (default: table).")
  private Format format = Format.TABLE;

  Optional<String> server() {
    return server;
  }

  Optional<String> user() {
    return user;
  }

  Format format() {
    return format;
  }

  @Override
  public void run() {
    CommandSpec self = java.util.Objects.requireNonNull(spec);
    throw new ParameterException(self.commandLine(), "Which command?");
  }
}
