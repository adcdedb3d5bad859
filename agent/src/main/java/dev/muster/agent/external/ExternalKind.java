package dev.muster.agent.external;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.BadField;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.Ended;
import dev.muster.agent.process.ProcessSlot;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A kind behind an executable. {@code start} runs as a command does: begun at most once, found
 * again after a restart. If it answers that more is to come, that is written down, and {@code
 * check} is asked until it says that it is over.
 */
final class ExternalKind implements Kind {

  /** The newest answer that said that it runs. */
  static final String ANSWER = "answer";

  /** What {@code start} is given to read. */
  private static final String INPUT = "start";

  private final String name;
  private final ExternalProgram program;
  private final ExternalDescription description;

  ExternalKind(String name, ExternalProgram program, ExternalDescription description) {
    this.name = name;
    this.program = program;
    this.description = description;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return description.complaint(args);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Path folder = Files.createDirectories(execution.subject().folder().resolve("work"));
    ExternalSubject subject = new ExternalSubject(name, program, description, execution, folder);
    Optional<String> kept = new Notes(execution.subject().folder()).read(ANSWER);
    if (kept.isPresent()) {
      return new ExternalWatch(subject, ExternalAnswer.read(WireFormat.JSON.readTree(kept.get())))
          .run();
    }
    Ended ended = start(subject);
    return switch (ended.how()) {
      case EXITED -> ended.isSuccess() ? answered(subject, ended) : failed(ended);
      case CANCELLED -> stopped(subject, Outcome.cancelled());
      case TIMED_OUT ->
          stopped(
              subject, Outcome.failed("%s did not end in time and was stopped".formatted(name)));
      case VANISHED ->
          Outcome.failed(
              "%s was killed before it ended".formatted(name),
              "nobody knows how far it came; it is not 'restartable', so it is not started again");
    };
  }

  /** A start that was begun is found again, and one that was over is watched on. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Set<Signal> heeds() {
    return description.signals();
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(description.timing().whole());
  }

  private Ended start(ExternalSubject subject) throws IOException, InterruptedException {
    ProcessSlot slot = ProcessSlot.of(subject.execution(), "start");
    Command command = command(subject);
    Ended ended = slot.run(command, subject.execution());
    if (ended.how() == Ended.How.VANISHED && description.again() == ExternalDescription.Again.YES) {
      subject.execution().say("start was killed; it is restartable, and started again");
      slot.clear();
      ended = slot.run(command, subject.execution());
    }
    return ended;
  }

  private Command command(ExternalSubject subject) throws IOException {
    Notes notes = new Notes(subject.execution().subject().folder());
    if (notes.read(INPUT).isEmpty()) {
      notes.write(INPUT, subject.input().toString());
    }
    return new Command(
        program.argv(ExternalProgram.Verb.START),
        program.environment(),
        Optional.of(subject.folder()),
        Optional.empty(),
        description.timing().grace(),
        Optional.of(notes.file(INPUT)));
  }

  private Outcome answered(ExternalSubject subject, Ended ended) throws Exception {
    ExternalAnswer answer;
    try {
      answer = ExternalAnswer.read(ended.stdout().text());
    } catch (BadField bad) {
      return Outcome.failed("%s: the answer of start: %s".formatted(name, bad.getMessage()));
    }
    Optional<Outcome> end = subject.outcome(answer);
    if (end.isPresent()) {
      return end.get();
    }
    subject.keep(answer);
    return new ExternalWatch(subject, answer).run();
  }

  /** It was stopped on its way: it may put back what it had begun. */
  private static Outcome stopped(ExternalSubject subject, Outcome outcome)
      throws InterruptedException {
    subject.tell(Signal.CANCEL, subject.input());
    return outcome;
  }

  private Outcome failed(Ended ended) {
    int code = ended.exitCode().orElse(-1);
    String words = ended.stderr().text().isBlank() ? ended.stdout().text() : ended.stderr().text();
    String[] last =
        words.isBlank()
            ? new String[0]
            : new String[] {words.substring(Math.max(0, words.length() - 500)).strip()};
    return Outcome.failed("%s: start ended with exit code %d".formatted(name, code), last)
        .withExitCode(code);
  }
}
