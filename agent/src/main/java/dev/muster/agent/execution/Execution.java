package dev.muster.agent.execution;

import dev.muster.agent.journal.Journal;
import dev.muster.agent.log.ActionLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** One execution of an action, as its kind sees it. */
public final class Execution {

  private final Subject subject;
  private final Control control;
  private final ActionLog log;
  private final Consumer<JsonNode> progress;

  /**
   * @param progress stores a payload while the action runs
   */
  public Execution(Subject subject, Control control, ActionLog log, Consumer<JsonNode> progress) {
    this.subject = subject;
    this.control = control;
    this.log = log;
    this.progress = progress;
  }

  /**
   * What is executed.
   *
   * @param payload as an execution before a restart left it
   * @param folder the action's own, kept until the action is forgotten
   */
  public record Subject(UUID id, JsonNode args, Optional<JsonNode> payload, Path folder) {}

  /** What is executed. */
  public Subject subject() {
    return subject;
  }

  /** Signals and deadline. */
  public Control control() {
    return control;
  }

  /** What {@code GET /v1/actions/{id}/log} shows. */
  public ActionLog log() {
    return log;
  }

  /** Adds a line to the action's log. One that cannot be written is not worth failing for. */
  public void say(String line) {
    try {
      log.line(line);
    } catch (IOException failed) {
      Journal.warn("the log of %s cannot be written".formatted(subject.id()), failed);
    }
  }

  /** Stores how far it is, for everybody to see; returns when it is stored. */
  public void progress(JsonNode payload) {
    progress.accept(payload);
  }

  /** Waits, and says whether to go on. */
  public Wake pause(Duration duration) throws InterruptedException {
    return control.pause(duration);
  }

  /** Runs something that may block; gives it up (empty) when the execution is to end. */
  public <T> Optional<T> attempt(Callable<T> blocking) throws Exception {
    FutureTask<T> task = new FutureTask<>(blocking);
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              task.run();
              control.wake();
            });
    try {
      while (!task.isDone()) {
        if (control.await(Duration.ofSeconds(1)) != Wake.GO_ON && !task.isDone()) {
          return Optional.empty();
        }
      }
      return Optional.of(task.get());
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    } finally {
      thread.interrupt();
    }
  }
}
