package dev.muster.agent.external;

import dev.muster.agent.json.BadField;
import dev.muster.agent.process.ShortCommand;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.DurationText;
import dev.muster.domain.shown.Shortened;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One executable.
 *
 * @param environment the whole of it
 */
record ExternalProgram(Path file, Map<String, String> environment) {

  /** What it is asked. */
  enum Verb {
    DESCRIBE,
    START,
    CHECK,
    SIGNAL;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** It did not answer as it should; the message says how. */
  static final class NoAnswer extends Exception {

    private static final long serialVersionUID = 1;

    NoAnswer(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /** How it is called. */
  List<String> argv(Verb verb) {
    return List.of(file.toString(), verb.word());
  }

  /**
   * Asks something that it answers soon; it is killed at the limit.
   *
   * @param folder where it runs
   * @return what it printed to its standard output, and its standard error
   * @throws NoAnswer if it cannot be run, or fails
   */
  ShortCommand.Answer ask(Verb verb, JsonNode input, Path folder, Duration limit)
      throws NoAnswer, InterruptedException {
    try {
      ShortCommand.Answer answer =
          ShortCommand.ask(
              new ShortCommand.Question(argv(verb), environment, folder, input.toString()), limit);
      if (answer.exitCode().isEmpty()) {
        throw new NoAnswer(
            "%s did not end within %s".formatted(called(verb), DurationText.print(limit)));
      }
      if (answer.exitCode().get() != 0) {
        String words = answer.stderr().isBlank() ? answer.stdout() : answer.stderr();
        throw new NoAnswer(
            "%s ended with exit code %d%s"
                .formatted(
                    called(verb),
                    answer.exitCode().get(),
                    words.isBlank() ? "" : ": " + Shortened.to(300, words.strip())));
      }
      return answer;
    } catch (IOException impossible) {
      throw new NoAnswer("%s cannot be run: %s".formatted(called(verb), impossible.getMessage()));
    }
  }

  /** Its description. */
  ExternalDescription describe(String kind, Path folder, Duration limit)
      throws NoAnswer, InterruptedException {
    ShortCommand.Answer answer =
        ask(Verb.DESCRIBE, WireFormat.JSON.createObjectNode(), folder, limit);
    try {
      return ExternalDescription.read(kind, ExternalAnswer.json(answer.stdout()));
    } catch (BadField bad) {
      throw new NoAnswer("%s: %s".formatted(called(Verb.DESCRIBE), bad.getMessage()));
    }
  }

  private String called(Verb verb) {
    return "'%s %s'".formatted(file, verb.word());
  }
}
