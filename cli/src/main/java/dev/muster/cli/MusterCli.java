package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.cli.command.CommandTree;
import dev.muster.cli.command.GlobalOptions;
import dev.muster.cli.command.Session;
import dev.muster.cli.command.Surroundings;
import dev.muster.cli.command.UsageFailure;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine;

/** The {@code muster} command, for processes that contain it and for tests. */
public final class MusterCli {
  private MusterCli() {}

  /** Runs one command line and answers its exit code ({@link ExitCode}). */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    Map<String, String> environment = Map.copyOf(System.getenv());
    return run(
        args,
        new Surroundings(
            System.in,
            out,
            err,
            environment,
            () -> Terminal.detect(environment),
            InstantSource.system()));
  }

  /** Runs one command line within surroundings of its own. */
  public static int run(String[] args, Surroundings surroundings) {
    List<String> words = Arrays.asList(args);
    CommandLine command = command(surroundings, words::contains);
    return command.execute(args);
  }

  /** The commands, those of the nouns that are {@code needed} in full. */
  static CommandLine command(Surroundings surroundings, Predicate<String> needed) {
    GlobalOptions options = new GlobalOptions();
    CommandLine command = CommandTree.of(options, new Session(options, surroundings), needed);
    command.getCommandSpec().versionProvider(() -> new String[] {"muster " + version()});
    return command
        .setUsageHelpWidth(100)
        .setOut(new PrintWriter(surroundings.out(), true, UTF_8))
        .setErr(new PrintWriter(surroundings.err(), true, UTF_8))
        .setParameterExceptionHandler((e, args) -> usage(surroundings, e))
        .setExecutionExceptionHandler((e, line, parsed) -> failed(surroundings, e).number());
  }

  private static int usage(Surroundings surroundings, CommandLine.ParameterException e) {
    CommandLine command = e.getCommandLine();
    surroundings.err().println(Text.clean(String.valueOf(e.getMessage())));
    CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
    surroundings.err().printf("See %s --help.%n", command.getCommandSpec().qualifiedName(" "));
    return ExitCode.USAGE.number();
  }

  private static ExitCode failed(Surroundings surroundings, Exception failure) {
    PrintStream err = surroundings.err();
    return switch (failure) {
      case ApiFailure refused -> {
        err.println(Text.clean(refused.line()));
        refused.details().forEach(detail -> err.println("  " + Text.clean(detail)));
        yield refused.kind() == ApiFailure.Kind.REFUSED ? ExitCode.REFUSED : ExitCode.UNAVAILABLE;
      }
      case UsageFailure typed -> {
        err.println(Text.clean(typed.line()));
        yield ExitCode.USAGE;
      }
      default -> {
        err.println("This is a bug in the muster command: " + Text.clean(failure.toString()));
        err.println("With MUSTER_DEBUG=1 it says where; please report that.");
        if (surroundings.environment().containsKey("MUSTER_DEBUG")) {
          failure.printStackTrace(err);
        }
        yield ExitCode.INTERNAL;
      }
    };
  }

  private static String version() {
    return Optional.ofNullable(MusterCli.class.getPackage().getImplementationVersion())
        .orElse("(development)");
  }
}
