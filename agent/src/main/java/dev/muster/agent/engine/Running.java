package dev.muster.agent.engine;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.kind.Kinds;
import dev.muster.agent.log.ActionLog;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoreException;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;

/** The action that is being executed. The engine performs it; anybody may signal it. */
final class Running {

  private final Attempt attempt;
  private final StoredAction action;
  private final Optional<Kind> kind;
  private final String whyNoKind;
  private final ActionStore store;
  private final ActionFolders folders;
  private final EngineListener listener;
  private final Control control;
  private final ReentrantLock signalling = new ReentrantLock();
  private ActionState state;
  private boolean cancelling;

  Running(
      Attempt attempt,
      Kinds kinds,
      ActionStore store,
      ActionFolders folders,
      EngineListener listener) {
    this.attempt = attempt;
    this.action = attempt.action();
    Kinds.Found found = kinds.find(action.work().kind());
    this.kind = found instanceof Kinds.Found.Yes(Kind it) ? Optional.of(it) : Optional.empty();
    this.whyNoKind = found instanceof Kinds.Found.No(String why) ? why : "";
    this.store = store;
    this.folders = folders;
    this.listener = listener;
    this.control = new Control(timeLeft());
    this.state = action.state();
    this.cancelling = action.cancelRequested();
    if (action.state() == ActionState.SUSPENDED) {
      control.suspend();
    }
    if (action.cancelRequested()) {
      control.cancel();
    }
  }

  /**
   * What is to be performed.
   *
   * @param ran how much of its time is over already
   */
  record Attempt(StoredAction action, Start start, Duration ran) {}

  /** Whether the agent knows of an earlier attempt. */
  enum Start {
    FIRST,
    AGAIN
  }

  StoredAction action() {
    return action;
  }

  /**
   * Executes it to its end. What a kind throws is the action's failure, not the engine's.
   *
   * @throws InterruptedException if the agent stops
   */
  Outcome perform() throws InterruptedException {
    if (kind.isEmpty()) {
      return Outcome.failed(whyNoKind);
    }
    try (ActionLog log = folders.log(action.id())) {
      Execution execution =
          new Execution(
              new Execution.Subject(
                  action.id(),
                  action.work().args(),
                  action.result().payload(),
                  folders.of(action.id())),
              control,
              log,
              this::progress);
      return switch (attempt.start()) {
        case FIRST -> kind.get().execute(execution);
        case AGAIN -> kind.get().recover(execution);
      };
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failed) {
      Journal.warn("%s %s failed".formatted(action.work().kind(), action.id()), failed);
      return Outcome.failed("%s could not be executed".formatted(action.work().kind()), failed);
    }
  }

  SignalEffect signal(Signal signal) {
    if (kind.isEmpty() || !kind.get().heeds().contains(signal)) {
      return new SignalEffect.Ignored(
          "kind '%s' does not heed %s".formatted(action.work().kind(), signal));
    }
    signalling.lock();
    try {
      switch (signal) {
        case CANCEL -> {
          if (!cancelling) {
            store.requestCancel(action);
            cancelling = true;
          }
          control.cancel();
        }
        case SUSPEND -> {
          if (cancelling) {
            return new SignalEffect.Ignored("it is being cancelled");
          }
          control.suspend();
          move(ActionState.SUSPENDED, "suspended");
        }
        case RESUME -> {
          move(ActionState.RUNNING, "resumed");
          control.resume();
        }
      }
    } finally {
      signalling.unlock();
    }
    listener.changed(action);
    return new SignalEffect.Taken();
  }

  /** A payload that cannot be stored is not worth failing for: there will be another one. */
  private void progress(JsonNode payload) {
    try {
      store.progress(action, payload);
    } catch (StoreException failed) {
      Journal.warn("the progress of %s is not stored".formatted(action.id()), failed);
    }
  }

  private void move(ActionState next, String why) {
    if (state != next) {
      store.move(action, next, why);
      state = next;
    }
  }

  private Optional<Duration> timeLeft() {
    return action
        .work()
        .timeoutMs()
        .map(Duration::ofMillis)
        .or(() -> kind.flatMap(Kind::timeout))
        .map(whole -> whole.minus(attempt.ran()));
  }
}
