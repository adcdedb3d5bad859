package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.ProcessSlot;
import dev.muster.agent.process.Programs;
import dev.muster.agent.settings.Settings.Permissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Runs a program that the node allows: {@code argv} without a shell, {@code env}, {@code dir},
 * {@code user}, {@code grace}. Outputs: {@code stdout} and {@code stderr}, the last 16 KB of each.
 */
public final class ExecCommand implements Kind {

  private final Permissions permissions;

  public ExecCommand(Permissions permissions) {
    this.permissions = permissions;
  }

  @Override
  public String name() {
    return "exec.command";
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, this::parse);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Command command = JsonFields.read("args", execution.subject().args(), this::parse);
    ProcessSlot slot = ProcessSlot.of(execution, "command");
    Optional<String> absent =
        Programs.absence(command.argv().getFirst(), permissions.variables().path());
    if (absent.isPresent() && !slot.wasBegun()) {
      return Outcome.failed(absent.get());
    }
    return ProcessOutcome.of(
        command.argv().getFirst(), slot.run(CommandArgs.placed(command, execution), execution));
  }

  /** A command that was begun is found again; one that was not is begun now. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofHours(1));
  }

  private Command parse(JsonFields args) {
    List<String> argv = args.texts("argv");
    permissions
        .programs()
        .refusal(argv.getFirst())
        .ifPresent(reason -> {
          throw args.wrong(reason);
        });
    return CommandArgs.read(args, argv, permissions);
  }
}
