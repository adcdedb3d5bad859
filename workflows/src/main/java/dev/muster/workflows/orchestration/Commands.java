package dev.muster.workflows.orchestration;

import dev.muster.workflows.contract.ActionCommand;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is wrong with a command that a person typed, and how commands are named in summaries. */
final class Commands {

  private static final String EXAMPLE =
      " (expected: {\"action\":\"<uuid>\",\"verb\":\"APPROVE|REJECT|CANCEL\",\"by\":\"<your name>\","
          + "\"why\":\"<reason>\"})";

  private Commands() {}

  static Optional<String> mistake(@Nullable ActionCommand command) {
    if (command == null) {
      return Optional.of("command: missing" + EXAMPLE);
    }
    if (isMissing(command.action())) {
      return Optional.of("action: missing" + EXAMPLE);
    }
    if (isMissing(command.verb())) {
      return Optional.of("verb: missing" + EXAMPLE);
    }
    if (isMissing(command.by()) || command.by().isBlank()) {
      return Optional.of("by: missing" + EXAMPLE);
    }
    return Optional.empty();
  }

  static String summary(List<ActionCommand> commands) {
    return switch (commands.size()) {
      case 0 -> "";
      case 1 -> "; %s by %s".formatted(commands.getFirst().verb(), commands.getFirst().by());
      default -> "; %d commands".formatted(commands.size());
    };
  }

  /** JSON leaves out what the types say is there. */
  private static boolean isMissing(@Nullable Object field) {
    return field == null;
  }
}
