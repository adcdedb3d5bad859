package dev.muster.worker.repair;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.runs.OpenRun;
import dev.muster.workflows.contract.Engine;
import dev.muster.workflows.contract.EngineUnavailable;
import dev.muster.workflows.contract.RunInput;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Starts the workflow of every open run and of every cluster that has none, at once and then every
 * ten seconds. One process at a time does it, whoever holds the lease. A pass over what is all
 * there costs one call for each open run and cluster, and changes nothing.
 */
public final class RepairLoop implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(RepairLoop.class);
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final Records records;
  private final Engine engine;
  private final Lease lease;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("muster-repair").daemon().factory());
  private volatile boolean running;

  public RepairLoop(Records records, Engine engine) {
    this.records = records;
    this.engine = engine;
    this.lease = records.lease("repair");
  }

  @Override
  public void start() {
    running = true;
    ScheduledFuture<?> _ =
        timer.scheduleWithFixedDelay(this::pass, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void pass() {
    try {
      if (lease.isHeld()) {
        repair();
      }
    } catch (EngineUnavailable | DataAccessException away) {
      LOG.info("Nothing could be repaired for now: {}", away.getMessage());
    } catch (RuntimeException bug) {
      LOG.error("The repair loop failed; it goes on with its next pass", bug);
    }
  }

  /** One pass. */
  void repair() {
    for (ClusterName cluster : records.clusters().names()) {
      engine.ensureOrchestration(cluster);
    }
    for (OpenRun run : records.runs().open()) {
      engine.ensureRun(
          RunInput.start(
              run.id(), run.cluster(), run.playbook() + " v" + run.version(), run.requester()));
    }
  }

  @Override
  public void stop() {
    running = false;
    timer.shutdownNow();
    lease.close();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
