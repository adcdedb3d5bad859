package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.signals.ParsedMessage;
import dev.muster.workflows.signals.WorkflowMessage;
import dev.muster.workflows.temporalui.TemporalCommand;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What people say to a run, read from what they typed. */
final class RunMessageReader {

  static final String VERBS = "pause, resume, cancel, approve, reject";

  private static final String COMMAND_EXAMPLE =
      "{\"verb\":\"pause|resume|cancel|approve|reject\",\"by\":\"YOUR NAME\",\"why\":\"YOUR"
          + " REASON\"}";

  private RunMessageReader() {}

  /** A command as it is typed. */
  private record TypedCommand(
      RunCommand.Verb verb, String by, Optional<String> why, Optional<String> planHash) {}

  /** The verb is the name of the signal or the update. */
  static ParsedMessage<RunCommand> instruction(RunCommand.Verb verb, WorkflowMessage message) {
    return message
        .read(TemporalCommand.BY_AND_WHY, Instruction.class)
        .map(instruction -> new RunCommand(verb, instruction));
  }

  /** The verb is a field. */
  static ParsedMessage<RunCommand> command(WorkflowMessage message) {
    return message
        .read(COMMAND_EXAMPLE, TypedCommand.class, RunMessageReader::flat)
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
      if (verb.word().equals(name)) {
        return Optional.of(verb);
      }
    }
    return Optional.empty();
  }
}
