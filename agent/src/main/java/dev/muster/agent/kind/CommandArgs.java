package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.WorkFolders;
import dev.muster.agent.settings.Settings.Permissions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The arguments that {@code exec.command} and {@code exec.script} share. */
final class CommandArgs {

  private static final String HOME = "HOME";

  private CommandArgs() {}

  static Command read(JsonFields args, List<String> argv, Permissions permissions) {
    List<String> users = permissions.users();
    Optional<String> user = args.optionalText("user");
    user.filter(name -> !users.contains(name))
        .ifPresent(name -> {
          throw args.wrong(
              "user '%s' is not allowed on this node (allowed: %s; 'users' in the agent's configuration decides)"
                  .formatted(name, users.isEmpty() ? "none" : String.join(", ", users)));
        });
    Map<String, String> variables = args.textMap("env");
    for (String name : variables.keySet()) {
      permissions
          .variables()
          .refusal(name)
          .ifPresent(reason -> {
            throw args.wrong("env: " + reason);
          });
    }
    Map<String, String> environment = new TreeMap<>(permissions.variables().environment(variables));
    if (user.isPresent() && !variables.containsKey(HOME)) {
      environment.remove(HOME); // which is the agent's
    }
    return new Command(
        argv,
        environment,
        args.optionalText("dir").map(dir -> folder(args, Path.of(dir), permissions)),
        user,
        args.duration("grace").orElse(Command.GRACE),
        Optional.empty());
  }

  private static Path folder(JsonFields args, Path asked, Permissions permissions) {
    return switch (permissions.folders().of(asked)) {
      case WorkFolders.Answer.At(Path real) -> real;
      case WorkFolders.Answer.Refused(String reason) -> throw args.wrong("dir: " + reason);
    };
  }

  /**
   * The command where it runs: where it wants to, or in a folder of the action's own, which is gone
   * when the action has ended. Another user cannot look into that one, and runs in {@code /}.
   */
  static Command placed(Command command, Execution execution) throws IOException {
    if (command.directory().isPresent()) {
      return command;
    }
    return command.user().isPresent()
        ? command.orIn(Path.of("/"))
        : command.orIn(Files.createDirectories(execution.subject().folder().resolve("work")));
  }
}
