package dev.muster.agent.engine;

import dev.muster.agent.execution.Outcome;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.kind.Kinds;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoreException;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;

/**
 * Executes the actions of the store: first what a crash interrupted, then one at a time in the
 * order of receipt, for ever.
 */
public final class AgentEngine implements AutoCloseable {

  private static final Duration STORE_PAUSE = Duration.ofSeconds(1);
  private static final Duration HANDOVER_PAUSE = Duration.ofMillis(10);
  private static final int HANDOVER_TRIES = 100;

  private final ActionStore store;
  private final Kinds kinds;
  private final ActionFolders folders;
  private final EngineListener listener;
  private final Semaphore work = new Semaphore(0);
  private final Thread thread;
  private volatile Optional<Running> current = Optional.empty();

  /** The engine over this store; {@link #start} lets it begin. */
  public AgentEngine(
      ActionStore store, Kinds kinds, ActionFolders folders, EngineListener listener) {
    this.store = store;
    this.kinds = kinds;
    this.folders = folders;
    this.listener = listener;
    this.thread = Thread.ofPlatform().daemon().name("engine").unstarted(this::run);
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  /** Something may have been added to the store. */
  public void wake() {
    work.release();
  }

  /** Whether it still does its work. */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Cancels, suspends or resumes an action. Returns when the store has it. */
  public SignalEffect signal(UUID id, Signal signal) throws IOException, InterruptedException {
    SignalEffect answer = once(id, signal);
    for (int i = 0; i < HANDOVER_TRIES && answer instanceof SignalEffect.NotNow; i++) {
      Thread.sleep(HANDOVER_PAUSE);
      answer = once(id, signal);
    }
    return answer;
  }

  private SignalEffect once(UUID id, Signal signal) throws IOException {
    Optional<Running> running = current.filter(now -> now.action().id().equals(id));
    if (running.isPresent()) {
      return running.get().signal(signal);
    }
    Optional<StoredAction> stored = signal == Signal.CANCEL ? store.cancelNew(id) : store.find(id);
    if (stored.isEmpty()) {
      return new SignalEffect.Unknown();
    }
    StoredAction action = stored.get();
    if (action.state() == ActionState.CANCELLED && signal == Signal.CANCEL) {
      listener.changed(action);
      return new SignalEffect.Taken();
    }
    return whyNot(action);
  }

  /** Stops without ending what runs: processes go on, and are found again at the next start. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      Optional<StoredAction> next = recover();
      while (!Thread.currentThread().isInterrupted()) {
        if (next.isEmpty()) {
          work.acquire();
          work.drainPermits();
          next = insist(store::startNext);
        } else {
          StoredAction action = next.get();
          Outcome outcome = perform(action, Running.Start.FIRST);
          next = finish(action, outcome);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** What an agent before this one left; there is at most one, unless the store was edited. */
  private Optional<StoredAction> recover() throws InterruptedException {
    List<StoredAction> begun = insist(store::begun);
    Optional<StoredAction> next = Optional.empty();
    for (StoredAction action : begun) {
      Journal.info("recovering %s %s".formatted(action.work().kind(), action.id()));
      insist(() -> {
        store.move(action, action.state(), "recovered after a restart of the agent");
        return action;
      });
      Outcome outcome = perform(action, Running.Start.AGAIN);
      next = finish(action, outcome);
    }
    return next.isPresent() ? next : insist(store::startNext);
  }

  private Outcome perform(StoredAction action, Running.Start start) throws InterruptedException {
    Running.Attempt attempt = new Running.Attempt(action, start, ran(action, start));
    Running running = new Running(attempt, kinds, store, folders, listener);
    current = Optional.of(running);
    listener.changed(action);
    return running.perform();
  }

  /** Its time counts from its start, restarts of the agent included; a suspended one's anew. */
  private Duration ran(StoredAction action, Running.Start start) throws InterruptedException {
    return start == Running.Start.FIRST || action.state() == ActionState.SUSPENDED
        ? Duration.ZERO
        : insist(() -> store.running(action));
  }

  private Optional<StoredAction> finish(StoredAction action, Outcome outcome)
      throws InterruptedException {
    long printed = insist(() -> folders.printed(action.id()));
    Optional<StoredAction> next = finished(action, outcome.withLog(printed));
    current = Optional.empty();
    folders.tidy(action.id());
    listener.finished(action, outcome.state());
    return next;
  }

  /** While there is no room, the next one is not begun: {@link #run} waits until it can be. */
  private Optional<StoredAction> finished(StoredAction action, Outcome outcome)
      throws InterruptedException {
    if (store.shortage().isEmpty()) {
      return insist(() -> store.finishAndStartNext(action, outcome));
    }
    wake();
    return insist(() -> store.finish(action, outcome));
  }

  private interface StoreCall<T> {
    T run() throws IOException;
  }

  /** A store that cannot be written holds everything up: there is nothing else that is safe. */
  private static <T> T insist(StoreCall<T> call) throws InterruptedException {
    String said = "";
    while (true) {
      try {
        return call.run();
      } catch (StoreException | IOException failed) {
        String why = String.valueOf(failed.getMessage());
        if (!why.equals(said)) {
          Journal.warn("the engine waits for the store", failed);
          said = why;
        }
        Thread.sleep(STORE_PAUSE);
      }
    }
  }

  private static SignalEffect whyNot(StoredAction action) {
    return switch (action.state()) {
      case NEW ->
          new SignalEffect.Ignored(
              "it has not begun: it can be cancelled, not suspended or resumed");
      case RUNNING, SUSPENDED -> new SignalEffect.NotNow();
      case DONE, FAILED, CANCELLED -> new SignalEffect.Ignored("it has ended: " + action.state());
      case PENDING_APPROVE, WAITING, WAITING_LIFECYCLE_COMPLETION, PENDING_SCHEDULE, LOST ->
          throw new IllegalStateException("no agent has an action in state " + action.state());
    };
  }
}
