package dev.muster.connections.background;

import dev.muster.workflows.client.EngineUnavailable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Work that a process does besides, again and again from its start to its stop, in a thread of its
 * own. Nothing that fails ends it: database or engine may be away, which is said once, and a bug is
 * said each time.
 */
public abstract class BackgroundLoop implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundLoop.class);

  private final String name;
  private final Duration pause;
  private final AtomicReference<Optional<Thread>> thread = new AtomicReference<>(Optional.empty());
  private boolean away;

  /**
   * A loop that stands still.
   *
   * @param name what it does, such as {@code retention}; for its thread and the log
   * @param pause between two turns; nothing if a turn waits by itself
   */
  protected BackgroundLoop(String name, Duration pause) {
    this.name = name;
    this.pause = pause;
  }

  /**
   * Does what is due.
   *
   * @throws InterruptedException if it is stopped meanwhile
   */
  protected abstract void turn() throws InterruptedException;

  /** Gives back what it held, when it is stopped. */
  protected void ended() {}

  @Override
  public final void start() {
    thread.set(Optional.of(Thread.ofVirtual().name("muster-" + name).start(this::run)));
  }

  private void run() {
    try {
      while (true) {
        attempt();
        Thread.sleep(pause);
      }
    } catch (InterruptedException stopping) {
      ended();
    }
  }

  private void attempt() throws InterruptedException {
    try {
      turn();
      away = false;
    } catch (DataAccessException | TransactionException | EngineUnavailable e) {
      if (!away) {
        LOG.info("The {} loop does nothing for now; it tries again: {}", name, e.getMessage());
      }
      away = true;
    } catch (RuntimeException bug) {
      LOG.error("The {} loop failed; it goes on with its next turn", name, bug);
    }
  }

  @Override
  public final void stop() {
    thread.getAndSet(Optional.empty()).ifPresent(Thread::interrupt);
  }

  @Override
  public final boolean isRunning() {
    return thread.get().isPresent();
  }
}
