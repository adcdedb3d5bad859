package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is wrong with an instruction that a person typed. */
final class Instructions {

  private static final String EXAMPLE =
      " (expected: {\"by\":\"<your name>\",\"why\":\"<reason>\"})";

  private Instructions() {}

  static Optional<String> mistake(@Nullable Instruction instruction) {
    if (instruction == null) {
      return Optional.of("instruction: missing" + EXAMPLE);
    }
    if (isMissing(instruction.by()) || instruction.by().isBlank()) {
      return Optional.of("by: missing" + EXAMPLE);
    }
    return Optional.empty();
  }

  static Optional<String> mistake(@Nullable RunCommand command) {
    if (command == null || isMissing(command.verb())) {
      return Optional.of(
          "verb: missing (expected: {\"verb\":\"PAUSE|RESUME|CANCEL|APPROVE|REJECT\","
              + "\"instruction\":{\"by\":\"<your name>\",\"why\":\"<reason>\"}})");
    }
    return mistake(command.instruction());
  }

  /** JSON leaves out what the types say is there. */
  private static boolean isMissing(@Nullable Object field) {
    return field == null;
  }
}
