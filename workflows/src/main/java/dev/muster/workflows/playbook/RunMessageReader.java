package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.signals.ParsedMessage;
import dev.muster.workflows.signals.WorkflowMessage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What people say to a run, read from what they typed. */
final class RunMessageReader {

  static final String VERBS = "pause, resume, cancel, approve, reject";

  static final String EXAMPLE = "{\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";
  private static final String COMMAND_EXAMPLE =
      "{\"verb\":\"pause|resume|cancel|approve|reject\",\"by\":\"YOUR NAME\",\"why\":\"YOUR"
          + " REASON\"}";

  private RunMessageReader() {}

  /** A command as it is typed. */
  private record TypedCommand(
      RunCommand.Verb verb, String by, Optional<String> why, Optional<String> planHash) {}

  /** The verb is the name of the signal or the update. */
  static ParsedMessage<RunCommand> instruction(RunCommand.Verb verb, WorkflowMessage said) {
    return said.read(EXAMPLE, Instruction.class)
        .map(instruction -> new RunCommand(verb, instruction));
  }

  /** The verb is a field. */
  static ParsedMessage<RunCommand> command(WorkflowMessage said) {
    return said.read(COMMAND_EXAMPLE, TypedCommand.class, RunMessageReader::flat)
        .map(typed ->
            new RunCommand(
                typed.verb(), new Instruction(typed.by(), typed.why(), typed.planHash())));
  }

  /**
   * Muster itself sends who and why under a name of their own; people type them beside the verb.
   */
  private static ObjectNode flat(ObjectNode typed) {
    ObjectNode flat = typed.deepCopy();
    if (flat.get("instruction") instanceof ObjectNode instruction) {
      flat.remove("instruction");
      flat.setAll(instruction);
    }
    return flat;
  }

  /** The verb that a signal or an update is named after. */
  static Optional<RunCommand.Verb> verb(String name) {
    for (RunCommand.Verb verb : RunCommand.Verb.values()) {
      if (name(verb).equals(name)) {
        return Optional.of(verb);
      }
    }
    return Optional.empty();
  }

  /** The signal or the update that stands for a verb. */
  static String name(RunCommand.Verb verb) {
    return verb.name().toLowerCase(Locale.ROOT);
  }

  /** What is done now, for the history; the commands come first. */
  static String summary(String what, List<RunCommand> commands) {
    return switch (commands.size()) {
      case 0 -> what;
      case 1 ->
          "%s by %s, %s"
              .formatted(commands.getFirst().verb(), commands.getFirst().instruction().by(), what);
      default -> "%d commands, %s".formatted(commands.size(), what);
    };
  }
}
