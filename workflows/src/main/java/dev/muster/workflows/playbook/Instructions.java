package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.signals.Fields;
import dev.muster.workflows.signals.Heard;
import dev.muster.workflows.signals.Said;
import java.util.Locale;
import java.util.Optional;

/** What people say to a run, read from what they typed. */
final class Instructions {

  static final String VERBS = "pause, resume, cancel, approve, reject";

  static final String EXAMPLE = "{\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";
  private static final String COMMAND_EXAMPLE =
      "{\"verb\":\"pause|resume|cancel|approve|reject\",\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";

  private Instructions() {}

  /** The verb is the name of the signal or the update. */
  static Heard<RunCommand> instruction(RunCommand.Verb verb, Said said) {
    return said.read(EXAMPLE, Instructions::instruction)
        .map(instruction -> new RunCommand(verb, instruction));
  }

  /** The verb is a field. */
  static Heard<RunCommand> command(Said said) {
    return said.read(
        COMMAND_EXAMPLE,
        fields ->
            new RunCommand(
                fields.oneOf("verb", RunCommand.Verb.class),
                fields.under("instruction", Instructions::instruction)));
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

  private static Instruction instruction(Fields fields) {
    return new Instruction(fields.text("by"), fields.optional("why"), fields.optional("planHash"));
  }
}
