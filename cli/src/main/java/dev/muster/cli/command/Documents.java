package dev.muster.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Parameters;

/** The playbooks that a command is given. */
final class Documents {

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "YAML or JSON; a folder for all in it; - for standard input.")
  private List<String> files = new ArrayList<>();

  /** Does something with every file; the worst answer counts. */
  int each(ToIntFunction<String> what) {
    return files.stream().flatMap(Inputs::documents).mapToInt(what).max().orElse(0);
  }
}
