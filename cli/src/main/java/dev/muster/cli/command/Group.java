package dev.muster.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A noun that has commands and does nothing by itself. */
@Command
final class Group implements Runnable {
  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  @Override
  public void run() {
    CommandSpec self = java.util.Objects.requireNonNull(spec);
    throw new ParameterException(
        self.commandLine(), "Which of these? " + String.join(", ", self.subcommands().keySet()));
  }
}
