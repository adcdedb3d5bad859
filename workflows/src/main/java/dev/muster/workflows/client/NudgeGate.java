package dev.muster.workflows.client;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.CycleOptions;
import dev.muster.workflows.contract.Nudge;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps nudges from flooding a cluster's workflow, which bears about five signals a second: the
 * first one goes out at once, those of the next {@link #PAUSE} go out together. Safe for many
 * threads.
 */
final class NudgeGate implements AutoCloseable {

  static final Duration PAUSE = Duration.ofMillis(100);

  private static final Logger LOG = LoggerFactory.getLogger(NudgeGate.class);

  private final Sender sender;
  private final Map<ClusterName, Gathered> open = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("muster-nudges").unstarted(task));

  /** Sends one signal. */
  interface Sender {
    void send(ClusterName cluster, Nudge nudge);
  }

  NudgeGate(Sender sender) {
    this.sender = sender;
  }

  /**
   * Sends now or soon.
   *
   * @throws EngineUnavailable if it was sent now and could not be
   */
  void offer(ClusterName cluster, Nudge nudge) {
    Gathered mine = new Gathered();
    Gathered gathering =
        open.merge(
            cluster,
            mine,
            (already, _) -> {
              already.add(nudge);
              return already;
            });
    if (gathering != mine) {
      return;
    }
    try {
      sender.send(cluster, nudge);
    } finally {
      later(cluster);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  private void later(ClusterName cluster) {
    if (!clock.isShutdown()) {
      var _ =
          clock.schedule(
              () -> Thread.ofVirtual().name("muster-nudge").start(() -> flush(cluster)),
              PAUSE.toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  /** Sends what was gathered and keeps the gate shut for another pause, or opens it. */
  private void flush(ClusterName cluster) {
    Gathered[] taken = new Gathered[1];
    open.computeIfPresent(
        cluster,
        (_, gathered) -> {
          taken[0] = gathered;
          return gathered.isEmpty() ? null : new Gathered();
        });
    Optional<Nudge> nudge = Optional.ofNullable(taken[0]).flatMap(Gathered::nudge);
    if (nudge.isEmpty()) {
      return;
    }
    try {
      sender.send(cluster, nudge.get());
    } catch (RuntimeException e) {
      LOG.warn(
          "A nudge of {} got lost; its next cycle sees what moved: {}", cluster, e.getMessage());
    } finally {
      later(cluster);
    }
  }

  /** Nudges of one pause; guarded by the map's lock on its key. */
  private static final class Gathered {

    private final SortedSet<NodeId> nodes = new TreeSet<>();
    private boolean all;
    private Optional<String> by = Optional.empty();

    void add(Nudge nudge) {
      all |= nudge.nodes().isEmpty();
      nodes.addAll(nudge.nodes());
      by =
          Optional.of(
              by.filter(first -> !first.equals(nudge.by()))
                  .map(Gathered::andOthers)
                  .orElse(nudge.by()));
    }

    boolean isEmpty() {
      return by.isEmpty();
    }

    Optional<Nudge> nudge() {
      Collection<NodeId> visit = all || nodes.size() > CycleOptions.BATCH ? new TreeSet<>() : nodes;
      return by.map(who -> new Nudge(visit.stream().toList(), who));
    }

    private static String andOthers(String first) {
      return first.endsWith(" and others") ? first : first + " and others";
    }
  }
}
