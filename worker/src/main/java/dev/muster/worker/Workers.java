package dev.muster.worker;

import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.contract.Ids;
import io.temporal.worker.WorkerFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs workflows and activities. Starting does not need the engine to be there: it is tried again
 * until it is. Stopping takes no new work, and waits for what is in hand.
 */
public final class Workers implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

  /** For what was in hand when its engine was replaced: nobody waits for it. */
  private static final Duration OLD_WORK = Duration.ofSeconds(5);

  private static final Duration LAST_WORDS = Duration.ofMillis(100);

  private final Object exchanging = new Object();

  private final Supplier<WorkerFactory> workers;
  private final EngineClient engine;
  private final WorkerSettings settings;
  private volatile boolean running;
  private volatile Optional<WorkerFactory> started = Optional.empty();

  /**
   * @param workers a factory with its workers, that has not started, anew each time
   */
  Workers(Supplier<WorkerFactory> workers, EngineClient engine, WorkerSettings settings) {
    this.workers = workers;
    this.engine = engine;
    this.settings = settings;
  }

  @Override
  public void start() {
    running = true;
    Thread.ofVirtual().name("muster-worker-start").start(this::startUntilItSucceeds);
  }

  private void startUntilItSucceeds() {
    boolean waiting = false;
    while (running) {
      Optional<String> why = engine.whyAway().or(this::startOnce);
      if (why.isEmpty()) {
        return;
      }
      if (running && !waiting) {
        LOG.warn("The worker waits for the engine, tried every second: {}", why.get());
      }
      waiting = true;
      pause(TRY_AGAIN_AFTER);
    }
  }

  /** Why it did not start; empty if it did. */
  private Optional<String> startOnce() {
    Optional<WorkerFactory> made = Optional.empty();
    try {
      made = Optional.of(workers.get());
      made.get().start();
    } catch (RuntimeException away) {
      made.ifPresent(Workers::abandon);
      return Optional.of(String.valueOf(away.getMessage()));
    }
    started = made;
    LOG.info("The worker polls the task queue '{}'", Ids.TASK_QUEUE);
    return Optional.empty();
  }

  /** Ends what did not start; it may want to tell the engine so, which is away or shut down. */
  private static void abandon(WorkerFactory factory) {
    try {
      factory.shutdownNow();
    } catch (RuntimeException alsoAway) {
      LOG.debug("A worker that had not started could not say so", alsoAway);
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Works for an engine that takes the place of the present one. Nothing is polled while {@code
   * exchange} is under way. What is in hand, and what was remembered of the old engine's workflows,
   * ends by itself afterwards; it can do no harm, since its epochs are old.
   */
  public void follow(Runnable exchange) {
    synchronized (exchanging) {
      Optional<WorkerFactory> before = started;
      before.ifPresent(WorkerFactory::suspendPolling);
      // What takes a moment can still be told to the engine that gave it out.
      pause(LAST_WORDS);
      exchange.run();
      if (running) {
        startUntilItSucceeds();
      }
      before.ifPresent(
          old -> Thread.ofVirtual().name("muster-worker-end").start(() -> end(old, OLD_WORK)));
    }
  }

  @Override
  public void stop() {
    running = false;
    synchronized (exchanging) {
      started.ifPresent(factory -> end(factory, settings.grace()));
    }
  }

  private static void end(WorkerFactory factory, Duration grace) {
    factory.shutdown();
    factory.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS);
    factory.shutdownNow();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Whether it polls; for readiness. */
  boolean polls() {
    return started.isPresent();
  }
}
