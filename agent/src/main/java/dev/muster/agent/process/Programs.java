package dev.muster.agent.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The programs that {@code exec.command} may run on this node: names as they are looked up in PATH,
 * absolute paths, {@code /some/folder/*} for what lies directly in a folder, or {@code *}.
 */
public record Programs(List<String> allowed) {

  /** Why a program may not run; empty if it may. */
  public Optional<String> refusal(String program) {
    return allowed.stream().anyMatch(rule -> matches(rule, program))
        ? Optional.empty()
        : Optional.of(
            "program '%s' is not allowed on this node (allowed: %s; the agent's --allow or 'allow' in its configuration decides)"
                .formatted(program, allowed.isEmpty() ? "none" : String.join(", ", allowed)));
  }

  /**
   * Why a program cannot be run at all; empty if it is there.
   *
   * @param path where it is looked for
   */
  public static Optional<String> absence(String program, String path) {
    if (program.contains("/")) {
      return Files.isExecutable(Path.of(program))
          ? Optional.empty()
          : Optional.of("program '%s' is not there or not executable".formatted(program));
    }
    for (String folder : List.of(path.split(":", -1))) {
      if (Files.isExecutable(Path.of(folder.isEmpty() ? "." : folder, program))) {
        return Optional.empty();
      }
    }
    return Optional.of("program '%s' was not found in PATH (%s)".formatted(program, path));
  }

  private static boolean matches(String rule, String program) {
    if (rule.equals("*") || rule.equals(program)) {
      return true;
    }
    return rule.endsWith("/*")
        && program.startsWith("/")
        && Path.of(program).equals(Path.of(program).normalize())
        && Path.of(rule.substring(0, rule.length() - 1)).equals(Path.of(program).getParent());
  }
}
