package dev.muster.worker.discovery;

import dev.muster.connections.background.BackgroundLoop;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.discovery.SourceReading;
import dev.muster.records.Records;
import dev.muster.records.changes.Lease;
import dev.muster.records.discoveries.DiscoveryKey;
import dev.muster.records.discoveries.DiscoveryReadings;
import dev.muster.records.discoveries.DiscoveryRecord;
import dev.muster.worker.discovery.SourceFiles.Stamp;
import dev.muster.workflows.client.EngineUnavailable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Reads where nodes come from: each source at its interval, when somebody changed the discovery,
 * and a file when it changed. One process at a time does it, whoever holds the lease. Sources are
 * read beside each other, a few at a time, so that one that is slow keeps no other waiting. A look
 * costs one small query; a reading that brings nothing new writes nothing but, once a minute, its
 * time.
 */
public final class DiscoveryLoop extends BackgroundLoop {

  private static final Logger LOG = LoggerFactory.getLogger(DiscoveryLoop.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** Each may hold a document of some MiB. */
  private static final int AT_A_TIME = 4;

  /** More named nodes than these are as good as all. */
  private static final int MOST_NAMED = 5_000;

  private final Records records;
  private final Sources sources;
  private final Nudging nudge;
  private final Clock clock;
  private final Lease lease;
  private final Map<DiscoveryKey, Attention> attention = new HashMap<>();
  private final Set<DiscoveryKey> inHand = ConcurrentHashMap.newKeySet();
  private final Semaphore room = new Semaphore(AT_A_TIME);

  /** Asks for a cycle over nodes, or over all when there are none. */
  public interface Nudging {
    /**
     * Asks for it.
     *
     * @throws EngineUnavailable if nobody can be asked
     */
    void now(ClusterName cluster, List<NodeId> nodes, String by);
  }

  public DiscoveryLoop(Records records, Sources sources, Nudging nudge, Clock clock) {
    super("discovery", LOOK_EVERY);
    this.records = records;
    this.sources = sources;
    this.nudge = nudge;
    this.clock = clock;
    this.lease = records.lease("discovery");
  }

  @Override
  protected void turn() {
    if (lease.isHeld()) {
      look();
    } else {
      attention.clear();
    }
  }

  @Override
  protected void ended() {
    lease.close();
  }

  /**
   * One look; by one thread.
   *
   * @return the readings that it began
   */
  List<Thread> look() {
    List<Thread> begun = new ArrayList<>();
    Instant now = clock.instant();
    Set<DiscoveryKey> all = new HashSet<>();
    for (DiscoveryRecord discovery : records.discoveries().all()) {
      DiscoveryKey key = discovery.key();
      all.add(key);
      Optional<Stamp> stamp = sources.stamp(discovery.source());
      Optional<Attention> known = Optional.ofNullable(attention.get(key));
      Instant changed = discovery.changed().at();
      boolean isDue = known.isEmpty() || known.get().isDue(changed, stamp, now);
      if (!isDue) {
        attention.put(key, known.get().saw(stamp));
      } else if (inHand.add(key)) {
        Instant next = now.plus(discovery.rules().interval());
        attention.put(key, new Attention(changed, next, stamp, stamp));
        begun.add(
            Thread.ofVirtual()
                .name("muster-discovery-" + key.name())
                .start(() -> readInTurn(discovery)));
      }
    }
    attention.keySet().retainAll(all);
    return begun;
  }

  private void readInTurn(DiscoveryRecord discovery) {
    try {
      room.acquire();
      try {
        read(discovery);
      } finally {
        room.release();
      }
    } catch (InterruptedException stopping) {
      LOG.debug("Reading {} was given up", discovery.key());
    } catch (DataAccessException e) {
      LOG.info("What {} said was not recorded: {}", discovery.key(), e.getMessage());
    } catch (RuntimeException bug) {
      LOG.error("Reading {} failed; it is read again at its interval", discovery.key(), bug);
    } finally {
      inHand.remove(discovery.key());
    }
  }

  private void read(DiscoveryRecord discovery) throws InterruptedException {
    SourceReading reading = sources.read(discovery);
    DiscoveryReadings.Taken taken =
        records.discoveryReadings().take(discovery, reading, clock.instant());
    if (!taken.touched().isEmpty()) {
      List<NodeId> nodes = taken.touched().size() > MOST_NAMED ? List.of() : taken.touched();
      try {
        nudge.now(discovery.key().cluster(), nodes, "discovery " + discovery.key().name());
      } catch (EngineUnavailable e) {
        LOG.info(
            "Cluster {} was not nudged; its next cycle sees its nodes: {}",
            discovery.key().cluster(),
            e.getMessage());
      }
    }
  }
}
