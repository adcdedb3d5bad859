package dev.muster.worker.repair;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.runs.OpenRun;
import dev.muster.workflows.contract.Engine;
import dev.muster.workflows.contract.EngineUnavailable;
import dev.muster.workflows.contract.RunInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Starts the workflow of every open run and of every cluster that has none: at once, and then every
 * ten seconds. One process at a time does it, whoever holds the lease. A pass over what is all
 * there costs one call for each open run and cluster, at most {@link #MOST_AT_A_TIME}, and changes
 * nothing; the next pass goes on where this one ended. While the engine is away it is tried every
 * second, so that an engine that comes back empty has everything again within a second.
 */
public final class RepairLoop implements SmartLifecycle {

  /** Calls in one pass. */
  static final int MOST_AT_A_TIME = 500;

  private static final Logger LOG = LoggerFactory.getLogger(RepairLoop.class);
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration WHEN_AWAY = Duration.ofSeconds(1);

  private final Records records;
  private final Engine engine;
  private final Lease lease;
  private final AtomicReference<Optional<Thread>> thread = new AtomicReference<>(Optional.empty());
  private int next;
  private boolean away;

  public RepairLoop(Records records, Engine engine) {
    this.records = records;
    this.engine = engine;
    this.lease = records.lease("repair");
  }

  @Override
  public void start() {
    thread.set(Optional.of(Thread.ofVirtual().name("muster-repair").start(this::run)));
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(pass() ? EVERY : WHEN_AWAY);
      }
    } catch (InterruptedException stopping) {
      lease.close();
    }
  }

  /** Whether the engine and the database were there. */
  private boolean pass() {
    try {
      if (lease.isHeld()) {
        repair();
      }
      away = false;
      return true;
    } catch (EngineUnavailable | DataAccessException e) {
      if (!away) {
        LOG.info("Nothing can be repaired for now; tried every second: {}", e.getMessage());
      }
      away = true;
    } catch (RuntimeException bug) {
      LOG.error("The repair loop failed; it goes on with its next pass", bug);
    }
    return false;
  }

  /** One pass. Orchestrations come first: without them no run gets far. */
  void repair() {
    List<Runnable> all = new ArrayList<>();
    for (ClusterName cluster : records.clusters().names()) {
      all.add(() -> engine.ensureOrchestration(cluster));
    }
    for (OpenRun run : records.runs().open()) {
      all.add(() -> engine.ensureRun(input(run)));
    }
    int calls = Math.min(all.size(), MOST_AT_A_TIME);
    for (int i = 0; i < calls; i++) {
      ensure(all.get((next + i) % all.size()));
    }
    next = all.isEmpty() ? 0 : (next + calls) % all.size();
  }

  /** One that cannot be started must not keep the others from it. */
  private static void ensure(Runnable start) {
    try {
      start.run();
    } catch (EngineUnavailable e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("A workflow could not be started; tried again with a later pass", e);
    }
  }

  private static RunInput input(OpenRun run) {
    return RunInput.start(
        run.id(), run.cluster(), run.playbook() + " v" + run.version(), run.requester());
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
