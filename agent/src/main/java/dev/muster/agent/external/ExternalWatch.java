package dev.muster.agent.external;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Pausable;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.BadField;
import dev.muster.agent.process.ShortCommand;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.shown.DurationText;
import java.time.Duration;
import java.util.Optional;

/**
 * Watches what {@code start} left running: {@code check} every now and then, {@code signal} when
 * somebody signals. What it answers is written down before anything else happens.
 */
final class ExternalWatch implements Pausable {

  private static final int MOST_FAILED_CHECKS = 5;

  private final ExternalSubject subject;
  private ExternalAnswer last;
  private Wake end = Wake.GO_ON;
  private long giveUpAt;
  private int failedChecks;
  private volatile boolean held;
  private boolean told;

  ExternalWatch(ExternalSubject subject, ExternalAnswer last) {
    this.subject = subject;
    this.last = last;
  }

  @Override
  public void halt() {
    held = true;
  }

  @Override
  public void proceed() {
    held = false;
  }

  /**
   * Until it is over.
   *
   * @throws InterruptedException if the agent stops
   */
  Outcome run() throws Exception {
    Control control = subject.execution().control();
    control.attach(this);
    try {
      while (true) {
        Optional<Outcome> given = await(control);
        if (given.isPresent()) {
          return given.get();
        }
        Optional<Outcome> over = check();
        if (over.isPresent()) {
          return over.get();
        }
        if (end != Wake.GO_ON && System.nanoTime() - giveUpAt >= 0) {
          return Outcome.failed(
              "%s did not end within %s after CANCEL"
                  .formatted(
                      subject.kind(), DurationText.print(subject.description().timing().grace())),
              "nobody knows what it still does");
        }
      }
    } finally {
      control.detach();
    }
  }

  /** Until it is time for the next check; passes on what is signalled meanwhile. */
  private Optional<Outcome> await(Control control) throws InterruptedException {
    long next =
        System.nanoTime()
            + last.checkAfter().orElse(subject.description().timing().interval()).toNanos();
    while ((held && end == Wake.GO_ON) || System.nanoTime() - next < 0) {
      Wake wake = end == Wake.GO_ON ? control.state() : Wake.GO_ON;
      if (wake != Wake.GO_ON) {
        return end(wake);
      }
      if (held != told) {
        told = held;
        signal(told ? Signal.SUSPEND : Signal.RESUME);
      }
      long left = Math.max(next - System.nanoTime(), 0);
      control.await(held ? Duration.ofSeconds(1) : Duration.ofNanos(left));
    }
    Wake wake = end == Wake.GO_ON ? control.state() : Wake.GO_ON;
    if (held != told) {
      told = held;
      signal(Signal.RESUME);
    }
    return wake == Wake.GO_ON ? Optional.empty() : end(wake);
  }

  /** Somebody wants it to end; it is asked to, once, and checked at once. */
  private Optional<Outcome> end(Wake wake) throws InterruptedException {
    end = wake;
    giveUpAt = System.nanoTime() + subject.description().timing().grace().toNanos();
    if (!subject.description().signals().contains(Signal.CANCEL)) {
      return Optional.of(
          Outcome.failed(
              "%s did not end in time".formatted(subject.kind()),
              "it does not heed CANCEL; nobody knows what it still does"));
    }
    signal(Signal.CANCEL);
    return Optional.empty();
  }

  private void signal(Signal signal) throws InterruptedException {
    subject.tell(signal, subject.input(last));
  }

  /**
   * An outcome when it is over. A check that fails is repeated: it says nothing of what it checks.
   */
  private Optional<Outcome> check() throws Exception {
    try {
      Optional<ShortCommand.Answer> answer =
          end == Wake.GO_ON ? subject.execution().attempt(this::ask) : Optional.of(ask());
      if (answer.isEmpty()) {
        return Optional.empty();
      }
      subject.log(answer.get().stderr());
      ExternalAnswer now =
          ExternalAnswer.read(ExternalAnswer.json(answer.get().stdout())).after(last);
      failedChecks = 0;
      Optional<Outcome> over = subject.outcome(now);
      if (over.isPresent()) {
        return Optional.of(inTime(over.get()));
      }
      last = now;
      subject.keep(last);
      return Optional.empty();
    } catch (ExternalProgram.NoAnswer | BadField bad) {
      return failed(String.valueOf(bad.getMessage()));
    }
  }

  private ShortCommand.Answer ask() throws ExternalProgram.NoAnswer, InterruptedException {
    return subject
        .program()
        .ask(
            ExternalProgram.Verb.CHECK,
            subject.input(last),
            subject.folder(),
            subject.description().timing().check());
  }

  private Optional<Outcome> failed(String why) {
    failedChecks++;
    subject.execution().say(why);
    return failedChecks < MOST_FAILED_CHECKS
        ? Optional.empty()
        : Optional.of(
            Outcome.failed(
                "%s could not be checked %d times in a row; last: %s"
                    .formatted(subject.kind(), failedChecks, why),
                "nobody knows what it still does"));
  }

  /** It is cancelled only if somebody cancelled it. */
  private Outcome inTime(Outcome over) {
    if (over.state() != ActionState.CANCELLED || end == Wake.CANCELLED) {
      return over;
    }
    return Outcome.failed(
        end == Wake.TIMED_OUT
            ? "%s did not end in time and was cancelled".formatted(subject.kind())
            : "%s was cancelled, and not by Muster".formatted(subject.kind()));
  }
}
