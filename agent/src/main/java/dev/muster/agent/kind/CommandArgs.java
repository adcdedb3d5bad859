package dev.muster.agent.kind;

import dev.muster.agent.json.Fields;
import dev.muster.agent.process.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The arguments that {@code exec.command} and {@code exec.script} share. */
final class CommandArgs {

  private CommandArgs() {}

  static Command read(Fields args, List<String> argv, List<String> users) {
    Optional<String> user = args.optionalText("user");
    user.filter(name -> !users.contains(name))
        .ifPresent(name -> {
          throw args.wrong(
              "user '%s' is not allowed on this node (allowed: %s; 'users' in the agent's configuration decides)"
                  .formatted(name, users.isEmpty() ? "none" : String.join(", ", users)));
        });
    Optional<Path> directory = args.optionalText("dir").map(Path::of);
    directory
        .filter(path -> !path.isAbsolute())
        .ifPresent(path -> {
          throw args.wrong("dir: '%s' (expected: an absolute path)".formatted(path));
        });
    return new Command(
        argv, args.textMap("env"), directory, user, args.duration("grace").orElse(Command.GRACE));
  }
}
