package dev.muster.agent.external;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One execution of an external kind.
 *
 * @param folder where its processes run; gone when it has ended
 */
record ExternalSubject(
    String kind,
    ExternalProgram program,
    ExternalDescription description,
    Execution execution,
    Path folder) {

  /** What every verb is given. */
  ObjectNode input() {
    ObjectNode input = WireFormat.JSON.createObjectNode();
    input.put("protocol", ExternalDescription.PROTOCOL);
    input.put("id", execution.subject().id().toString()).put("kind", kind);
    input.set("args", execution.subject().args());
    return input;
  }

  /** What {@code check} and {@code signal} are given: what it answered before as well. */
  ObjectNode input(ExternalAnswer last) {
    ObjectNode input = input();
    last.state().ifPresent(state -> input.set("state", state));
    return input;
  }

  /** Passes a signal on; what the program makes of it is for its checks to say. */
  void tell(Signal signal, ObjectNode input) throws InterruptedException {
    execution.say("telling %s: %s".formatted(kind, signal));
    try {
      log(
          program
              .ask(
                  ExternalProgram.Verb.SIGNAL,
                  input.put("signal", signal.name()),
                  folder,
                  description.timing().check())
              .stderr());
    } catch (ExternalProgram.NoAnswer silent) {
      execution.say(silent.getMessage());
    }
  }

  /** What it says to people. */
  void log(String stderr) {
    stderr.lines().forEach(execution::say);
  }

  /** Writes down that it runs, and shows how far it is. */
  void keep(ExternalAnswer answer) throws IOException {
    new Notes(execution.subject().folder()).write(ExternalKind.ANSWER, answer.kept());
    answer.payload().ifPresent(execution::progress);
  }

  /** The end that an answer means; empty if it goes on. */
  Optional<Outcome> outcome(ExternalAnswer answer) {
    Outcome end =
        switch (answer.status()) {
          case RUNNING, DONE -> Outcome.done();
          case FAILED ->
              Outcome.failed(
                  answer.error().orElse("%s failed and does not say why".formatted(kind)));
          case CANCELLED -> Outcome.cancelled();
        };
    return answer.status() == ExternalAnswer.Status.RUNNING
        ? Optional.empty()
        : Optional.of(answer.payload().map(end::with).orElse(end));
  }
}
