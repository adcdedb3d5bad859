package dev.muster.standalone.engine;

import dev.muster.connections.engine.EngineOwnership;
import dev.muster.worker.Workers;
import dev.muster.worker.repair.RepairLoop;
import dev.muster.worker.repair.Watchdog;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;

/**
 * Replaces the embedded engine, which frees nothing, before it costs more than it may, and at once
 * when a fault of its own leaves a workflow stuck ({@link Passage#isBroken}), or when the watchdog
 * finds something that stands still for whatever reason. Open runs go on where they were: their
 * workflows are started again on the new engine, and find in the records what is done.
 */
public final class EngineKeeper implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EngineKeeper.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final EmbeddedEngine engine;
  private final long limit;
  private final Workers workers;
  private final RepairLoop repair;
  private final EngineOwnership ownership;
  private final AtomicReference<Optional<String>> asked = new AtomicReference<>(Optional.empty());
  private final Counter replacements;
  private final Thread thread;

  private EngineKeeper(EmbeddedEngine engine, ApplicationContext application) {
    this.engine = engine;
    this.limit = application.getBean(EngineSettings.class).memory().toBytes();
    this.workers = application.getBean(Workers.class);
    this.repair = application.getBean(RepairLoop.class);
    this.ownership = application.getBean(EngineOwnership.class);
    application.getBean(Watchdog.class).remedy(this::replaceBecauseOf);
    MeterRegistry meters = application.getBean(MeterRegistry.class);
    this.replacements = meters.counter("muster.engine.replacements");
    Gauge.builder("muster.engine.memory", engine, EmbeddedEngine::cost)
        .baseUnit("bytes")
        .register(meters);
    this.thread = Thread.ofVirtual().name("muster-engine-keeper").unstarted(this::keep);
  }

  /** Looks after {@code engine}, which {@code application} works with, until it is closed. */
  public static EngineKeeper start(EmbeddedEngine engine, ApplicationContext application) {
    EngineKeeper keeper = new EngineKeeper(engine, application);
    keeper.thread.start();
    return keeper;
  }

  private void keep() {
    try {
      while (true) {
        Thread.sleep(LOOK_EVERY);
        why().ifPresent(this::replaceOrTryAgain);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** For the watchdog: whatever stands still on this engine goes on on the next one. */
  private void replaceBecauseOf(List<Watchdog.Found> standing) {
    asked.set(Optional.of("left %s standing still".formatted(standing.getFirst().what())));
  }

  private Optional<String> why() {
    return asked
        .getAndSet(Optional.empty())
        .or(() -> engine.isBroken() ? Optional.of("had a stuck workflow") : Optional.empty())
        .or(() -> engine.cost() >= limit ? Optional.of("was full") : Optional.empty());
  }

  private void replaceOrTryAgain(String why) {
    try {
      replace(why);
    } catch (RuntimeException bug) {
      LOG.error("The embedded engine was not replaced; tried again soon", bug);
    }
  }

  private void replace(String why) {
    long before = engine.cost();
    long started = System.nanoTime();
    workers.follow(this::exchange);
    replacements.increment();
    LOG.info(
        "The embedded engine {}, held {} MB, and was replaced by an empty one in {} ms",
        why,
        before >> 20,
        Duration.ofNanos(System.nanoTime() - started).toMillis());
  }

  private void exchange() {
    engine.replace();
    try {
      ownership.replaced();
    } catch (DataAccessException away) {
      LOG.info("The new engine is recorded when the database is back: {}", away.getMessage());
    }
    repair.now();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
