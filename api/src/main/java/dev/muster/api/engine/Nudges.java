package dev.muster.api.engine;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.client.EngineUnavailable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks for cycles. */
public final class Nudges {
  private static final Logger LOG = LoggerFactory.getLogger(Nudges.class);

  /** More than these would only wait for an engine that is away. */
  private static final int MAX_IN_FLIGHT = 256;

  /** After a failure nothing is gathered for so long: who asks learns whether it still fails. */
  private static final Duration LATELY = Duration.ofSeconds(5);

  private final EngineClient engine;
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);
  private volatile Optional<Long> failedAtNanos = Optional.empty();

  public Nudges(EngineClient engine) {
    this.engine = engine;
  }

  /**
   * Asks for a cycle over the nodes, or over all when there are none.
   *
   * @throws EngineUnavailable if nobody can be asked
   */
  public void now(ClusterName cluster, List<NodeId> nodes, String by) {
    try {
      if (failedLately()) {
        engine.nudgeAtOnce(cluster, nodes, by);
      } else {
        engine.nudge(cluster, nodes, by);
      }
      failedAtNanos = Optional.empty();
    } catch (EngineUnavailable e) {
      failedAtNanos = Optional.of(System.nanoTime());
      throw e;
    }
  }

  /**
   * Asks for a cycle about something that is recorded already: nobody waits for it, and when the
   * engine is away the repair loop and the interval see to it later.
   */
  public void inBackground(ClusterName cluster, List<NodeId> nodes, String by) {
    if (!inFlight.tryAcquire()) {
      return;
    }
    Thread.ofVirtual()
        .name("muster-nudge-" + cluster)
        .start(() -> {
          try {
            now(cluster, nodes, by);
          } catch (RuntimeException e) {
            LOG.info("Cluster {} was not nudged: {}", cluster, e.getMessage());
          } finally {
            inFlight.release();
          }
        });
  }

  private boolean failedLately() {
    return failedAtNanos.filter(at -> System.nanoTime() - at < LATELY.toNanos()).isPresent();
  }
}
