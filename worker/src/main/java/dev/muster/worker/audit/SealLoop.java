package dev.muster.worker.audit;

import dev.muster.records.Records;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Seals what was added to the audit, each second; a look at what is new costs one small query. Any
 * number of workers may do it: one at a time does, and the others find nothing left.
 */
public final class SealLoop implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(SealLoop.class);
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final Records records;
  private final AtomicReference<Optional<Thread>> thread = new AtomicReference<>(Optional.empty());

  public SealLoop(Records records) {
    this.records = records;
  }

  @Override
  public void start() {
    thread.set(Optional.of(Thread.ofVirtual().name("muster-seals").start(this::run)));
  }

  private void run() {
    try {
      while (true) {
        pass();
        Thread.sleep(EVERY);
      }
    } catch (InterruptedException stopping) {
      LOG.debug("The audit is sealed by others from now on");
    }
  }

  /** Until nothing is left. */
  private void pass() {
    try {
      int sealed = records.seals().seal();
      while (sealed > 0) {
        sealed = records.seals().seal();
      }
    } catch (DataAccessException | TransactionException away) {
      LOG.debug("The audit cannot be sealed for now", away);
    } catch (RuntimeException bug) {
      LOG.error("The audit cannot be sealed; tried again each second", bug);
    }
  }

  @Override
  public void stop() {
    thread.getAndSet(Optional.empty()).ifPresent(Thread::interrupt);
  }

  @Override
  public boolean isRunning() {
    return thread.get().isPresent();
  }
}
