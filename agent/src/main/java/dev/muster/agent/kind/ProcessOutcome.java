package dev.muster.agent.kind;

import dev.muster.agent.execution.Outcome;
import dev.muster.agent.process.Ended;
import dev.muster.agent.process.Output;
import dev.muster.domain.protocol.WireFormat;
import tools.jackson.databind.node.ObjectNode;

/** What the end of a process means for the action that ran it. */
final class ProcessOutcome {

  private ProcessOutcome() {}

  /**
   * @param what is run, for messages
   */
  static Outcome of(String what, Ended ended) {
    ObjectNode payload = outputs(ended);
    int code = ended.exitCode().orElse(-1);
    Outcome outcome =
        switch (ended.how()) {
          case EXITED ->
              code == 0
                  ? Outcome.done()
                  : Outcome.failed(
                      "%s ended with exit code %d".formatted(what, code), lastWords(ended));
          case CANCELLED -> Outcome.cancelled();
          case TIMED_OUT ->
              Outcome.failed("%s did not end in time and was stopped".formatted(what));
          case VANISHED ->
              Outcome.failed(
                  "%s was killed before it ended".formatted(what),
                  "nobody knows how far it came; it is not begun a second time");
        };
    Outcome result = outcome.with(payload);
    return ended.exitCode().isPresent() ? result.withExitCode(code) : result;
  }

  static ObjectNode outputs(Ended ended) {
    ObjectNode payload = WireFormat.JSON.createObjectNode();
    put(payload, "stdout", ended.stdout());
    put(payload, "stderr", ended.stderr());
    return payload;
  }

  /** The end of what it printed: on the standard error, or else at all. */
  static String[] lastWords(Ended ended) {
    String words = ended.stderr().text().isBlank() ? ended.stdout().text() : ended.stderr().text();
    return words.isBlank()
        ? new String[0]
        : new String[] {words.substring(Math.max(0, words.length() - 500)).strip()};
  }

  private static void put(ObjectNode payload, String name, Output output) {
    payload.put(name, output.text());
    if (output.truncated()) {
      payload.put(name + "Truncated", true);
    }
  }
}
