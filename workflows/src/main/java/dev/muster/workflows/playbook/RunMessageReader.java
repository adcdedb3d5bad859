package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.signals.MessageFields;
import dev.muster.workflows.signals.ParsedMessage;
import dev.muster.workflows.signals.WorkflowMessage;
import java.util.Locale;
import java.util.Optional;

/** What people say to a run, read from what they typed. */
final class RunMessageReader {

  static final String VERBS = "pause, resume, cancel, approve, reject";

  static final String EXAMPLE = "{\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";
  private static final String COMMAND_EXAMPLE =
      "{\"verb\":\"pause|resume|cancel|approve|reject\",\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";

  private RunMessageReader() {}

  /** The verb is the name of the signal or the update. */
  static ParsedMessage<RunCommand> instruction(RunCommand.Verb verb, WorkflowMessage said) {
    return said.read(EXAMPLE, RunMessageReader::instruction)
        .map(instruction -> new RunCommand(verb, instruction));
  }

  /** The verb is a field. */
  static ParsedMessage<RunCommand> command(WorkflowMessage said) {
    return said.read(
        COMMAND_EXAMPLE,
        fields ->
            new RunCommand(
                fields.oneOf("verb", RunCommand.Verb.class),
                fields.under("instruction", RunMessageReader::instruction)));
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

  private static Instruction instruction(MessageFields fields) {
    return new Instruction(fields.text("by"), fields.optional("why"), fields.optional("planHash"));
  }
}
