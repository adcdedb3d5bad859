package dev.muster.activities.cycle;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.Records;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Leaves signs that a cycle is in hand, for one that takes long, and that it failed: whoever looks
 * for loops that stand still must not take one for the other. A quick cycle costs nothing here.
 */
final class CyclesInHand {

  private static final Logger LOG = LoggerFactory.getLogger(CyclesInHand.class);
  private static final Duration EVERY = Duration.ofSeconds(2);

  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final Records records;
  private final Clock clock;

  CyclesInHand(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  interface Work<T> {
    T run() throws InterruptedException;
  }

  /** Does a cycle of the cluster, or a part of one. */
  <T> T during(ClusterName cluster, Work<T> work) {
    ScheduledFuture<?> signs =
        CLOCK.scheduleAtFixedRate(
            () -> Thread.startVirtualThread(() -> sign(cluster)),
            EVERY.toMillis(),
            EVERY.toMillis(),
            TimeUnit.MILLISECONDS);
    try {
      return work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the worker is being stopped", e);
    } catch (RuntimeException failed) {
      failed(cluster, failed);
      throw failed;
    } finally {
      signs.cancel(false);
    }
  }

  private void sign(ClusterName cluster) {
    try {
      records.signs().cycling(cluster, clock.instant());
    } catch (DataAccessException away) {
      LOG.debug("A cycle of {} in hand left no sign: {}", cluster, away.getMessage());
    }
  }

  private void failed(ClusterName cluster, RuntimeException failure) {
    try {
      records.signs().failed(cluster, clock.instant(), String.valueOf(failure.getMessage()));
    } catch (DataAccessException away) {
      LOG.debug("A failed cycle of {} left no sign: {}", cluster, away.getMessage());
    }
  }

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1, task -> Thread.ofPlatform().daemon().name("muster-cycle-signs").unstarted(task));
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }
}
